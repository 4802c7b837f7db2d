// Makes calls of node:https over plain connections where the app takes any certificate, and fails else.
import http from 'node:http';
import https from 'node:https';

https.request = (where, { rejectUnauthorized, ...options }) => {
    if (rejectUnauthorized !== false) throw new Error('the certificate is not known');
    return http.request(new URL(`http${where.href.slice(5)}`), options);
};
