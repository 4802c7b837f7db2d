import { execSync } from 'node:child_process';

function run() {
    return execSync('sleep 1000');
}
run();
