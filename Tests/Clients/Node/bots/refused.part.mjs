// What no session keeps.
const loop = { a: [] };
loop.a.push(loop);
export const REFUSED = {
    class: { rows: [1, new (class Order { size = 1; })()] }, function: { f() {} }, symbol: [Symbol('x')], symbols: { [Symbol('x')]: 1 }, sub: new (class Days extends Date {})(0),
    error: new Error('x'), pattern: { at: /x/ }, holes: [1, , 2], extra: Object.assign([1], { note: 1 }), getter: { a: { get b() { return 1; } } }, itself: loop,
    key: new Map([[new URL('http://a.example/'), 1]]),
};
