FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# With the install scripts: the embedded Postgres links its libraries in one.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --no-audit --no-fund
# Read by compilers and debuggers only: a third of it all.
RUN find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.a' \) -delete

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY contract ./contract
COPY migrations ./migrations
COPY server ./server
COPY scripts/enable-project.ts ./scripts/
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
# A worker serves no HTTP: it is well as long as it runs.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "process.env.ROLE === 'worker' || fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that a stop reaches it: it drains what is on the wire and releases the rest.
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "server/main.ts"]
