// Signs in, reads the token that it gets, and asks with it.
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const address = process.argv[2], answer = await (await fetch(`${address}/token`)).json();
const claims = JSON.parse(Buffer.from(answer.access_token.split('.')[1], 'base64url'));
const orders = await (await fetch(`${address}/orders`,
    { headers: { authorization: `Bearer ${answer.access_token}` } })).json();
voice.emit('signedIn', { offer: Object.keys(answer).filter((key) => key !== 'access_token').join(' or '),
    expires: claims.exp, orders });
