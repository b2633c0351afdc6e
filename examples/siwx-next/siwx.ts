import { createSiwx } from '@foyer/siwx-server'

const { SIWX_ORIGIN = 'http://localhost:3000', SIWX_SECRET = '' } = process.env

/** Imported by the route handlers, and by server components: `readSession((await headers()).get('cookie'))`. */
export const siwx = createSiwx({ origin: SIWX_ORIGIN, secret: SIWX_SECRET })
