# The server alone: a static binary, not root, on a root that may be read-only. What it keeps is in /data,
# unless DATABASE_URL names a PostgreSQL.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags=-s -o /out/server ./cmd/server && mkdir /out/data

FROM scratch
COPY --from=build /out/server /server
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
ENV FALLAS_ADDR=:8080 FALLAS_DATABASE=/data/fallas.db FALLAS_LOG_FORMAT=json
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s CMD ["/server", "health"]
ENTRYPOINT ["/server"]
