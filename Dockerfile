# The image of Trunkshow: one process tree of the app, as the user `node`, with its data in /data. It starts with a
# read-only root file system, and needs nothing else to write but /data (and /tmp, to start faster).
#
#   docker build -t trunkshow .
#   docker run -p 127.0.0.1:3000:3000 -v trunkshow:/data --read-only --tmpfs /tmp trunkshow
#
# Other commands run in it too, such as `npm run backup FILE`. The configuration is that of README.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build
RUN npm run shopify-schema

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY practice-store/package.json practice-store/
COPY server/package.json server/
RUN npm ci --omit=dev --workspace server

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/platform/db/migrations server/platform/db/migrations
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/docs docs
COPY --from=build /app/node_modules/.cache/trunkshow-shopify node_modules/.cache/trunkshow-shopify
RUN mkdir --mode=711 /data && chown node:node /data
# Without its scripts, npm starts a command of package.json without installing and building first.
ENV NODE_ENV=production NPM_CONFIG_IGNORE_SCRIPTS=true NPM_CONFIG_LOGS_MAX=0 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
