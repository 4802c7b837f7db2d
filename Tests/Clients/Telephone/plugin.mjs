// What stands in for the plugins of fastify, which fastify.mjs does itself, and for dotenv.
export default function plugin() {}
plugin.config = () => ({});
