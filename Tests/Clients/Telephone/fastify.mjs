// What stands in for fastify where npm's registry is not reached: routes and WebSockets on node:http and ws.
import http from 'node:http';
import { WebSocketServer } from 'ws';

export default function fastify() {
    const routes = new Map(), sockets = new WebSocketServer({ noServer: true }), readings = [];
    const answers = (method) => (path, options, handler = options) => {
        routes.set(`${method} ${path}`, { handler, isSocket: options.websocket === true });
        return app;
    };
    const found = (request) => {
        const [path, query] = request.url.split('?');
        request.query = Object.fromEntries(new URLSearchParams(query));
        return routes.get(`${request.method} ${path}`) ?? routes.get(`* ${path}`);
    };
    const replyTo = (response) => ({
        type(kind) { response.setHeader('content-type', kind); return this; },
        code(status) { response.statusCode = status; return this; },
        send(body) { response.end(typeof body === 'string' ? body : JSON.stringify(body)); return this; },
    });
    const server = http.createServer(async (request, response) => {
        const route = found(request), parts = [];
        for await (const part of request) parts.push(part);
        request.body = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
        if (!route || route.isSocket) return response.writeHead(404).end();
        return route.handler(request, replyTo(response));
    });
    server.on('upgrade', (request, socket, head) => {
        const route = found(request);
        if (!route?.isSocket) return socket.destroy();
        return sockets.handleUpgrade(request, socket, head, (connection) => route.handler(connection, request));
    });
    const app = {
        get: answers('GET'), post: answers('POST'), all: answers('*'),
        register(plugin, options) { readings.push(Promise.resolve(plugin(app, options))); return app; },
        async listen({ port, host }, done = () => {}) {
            await Promise.all(readings);
            server.listen(port, host, () => done(null, `http://127.0.0.1:${port}`));
        },
    };
    return app;
}
