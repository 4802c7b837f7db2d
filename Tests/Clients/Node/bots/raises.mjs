// What externals throw: each error comes to the caller as the function threw it. The last two are such as no session keeps.
import util from 'node:util';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const KEY = 'sk-proj-9f8e7d6c5b4aQw2Rb8Vn5Yc1';
class Refused extends Error {}
function thrown(work) {
    try {
        return work();
    } catch (error) {
        return error;
    }
}
const ERRORS = [
    new Error('no size'), new Error(), new TypeError('größe'), new RangeError('far', { cause: new Error('near') }),
    Object.assign(new Error('busy'), { code: 'EBUSY', errno: -16, again: [1, new Date(0)] }), thrown(() => JSON.parse('{')),
    thrown(() => Buffer.alloc('x')), Object.assign(new Error('named'), { name: 'NotFound', status: 404 }), new Refused('503'), 'text'];
const menu = voice.external('menu', async (index) => { throw ERRORS[index]; });
const login = voice.external('login', async function login(user, password = '') {
    throw new Error(`${user} with ${password} may not use ${KEY}`);
});
// Its text and members, without the place at which it was made.
function shown(error) {
    const names = Object.getOwnPropertyNames(error).filter((name) => !['stack', 'toString'].includes(name));
    return String(error) + util.inspect(names.map((name) => [
        name, error[name] instanceof Error ? shown(error[name]) : error[name], Object.prototype.propertyIsEnumerable.call(error, name)]), { depth: 5 });
}

voice.declare({ kinds: {
    raised: { role: 'note', fields: { is: 'flag', text: 'text' } }, refused: { role: 'note', fields: { isOwn: 'flag', text: 'text' } } } });
for (const [index, of] of ERRORS.entries()) {
    const error = await menu(index).catch((one) => one);
    const builtin = (one) => [Error, TypeError, RangeError, SyntaxError, Refused].filter((kind) => one instanceof kind).length;
    voice.emit('raised', { is: builtin(error) === builtin(of) && shown(error) === shown(of), text: String(error) });
}
const refused = await login('ada', 'hunter2 or so').catch((one) => one);
voice.emit('refused', { isOwn: refused.message.includes('hunter2 or so'), text: refused.message });
voice.emit('raised', { is: true, text: 'api_key=9f8e7d6c5b4aQw2Rb8Vn5Yc9' });
