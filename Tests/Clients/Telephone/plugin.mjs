// What stands in for packages that do nothing in these calls: plugins of fastify, dotenv, node-fetch, jsonwebtoken.
export default function plugin() {}
plugin.config = () => ({});
