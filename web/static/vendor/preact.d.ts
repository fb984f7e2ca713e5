// What the client uses of preact.js, for the type check.

export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: unknown;
}
export type Child = VNode | string | number | bigint | boolean | null | undefined | Child[];
export type Component<P> = (props: P) => Child;

export function h(type: string | Component<any>, props: Record<string, unknown> | null, ...children: Child[]): VNode;
export function render(child: Child, parent: Element | DocumentFragment): void;
export const Fragment: Component<{ children?: Child }>;
export function createRef<T>(): Ref<T>;
export function createContext<T>(initial: T): Context<T>;

/** A tagged template: html`<p class=${name}>${text}</p>`. Text reaches the page only as text. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;

export interface Ref<T> {
  current: T | null;
}
export interface Context<T> {
  Provider: Component<{ value: T; children?: Child }>;
}
export type Update<S> = (next: S | ((now: S) => S)) => void;
export type Effect = () => void | (() => void);

export function useState<S>(initial: S | (() => S)): [S, Update<S>];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<F extends (...args: any[]) => any>(callback: F, inputs: readonly unknown[]): F;
export function useContext<T>(context: Context<T>): T;
export function useId(): string;
