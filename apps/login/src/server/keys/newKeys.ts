import { randomBytes } from 'node:crypto'

const date = () => new Date().toISOString().slice(0, 10)
const key = (name: string) => `${name}-${date()}:${randomBytes(32).toString('base64')}`
const secret = () => randomBytes(32).toString('hex')

/** Fresh secrets of both servers, as lines of two environment files; shared values are generated once. */
export function newKeys(): string {
  const shared = `VAULT_SERVICE_SECRET=${secret()}`
  return [
    '# The login server (A). The vault must never have these.',
    `FOYER_KEK_A=${key('kekA')}`,
    `OTP_PEPPER=${secret()}`,
    `TOKEN_KEYS=${key('token')}`,
    shared,
    '',
    '# The vault (B). The login server must never have these.',
    `FOYER_KEK_B=${key('kekB')}`,
    `VAULT_HMAC_KEY=${secret()}`,
    shared,
  ].join('\n')
}
