import { createSiwx, memorySessions, toNodeHandler } from '@foyer/siwx-server'
import express, { type Express } from 'express'

/** A server with a route for members. Its sessions are in memory, so that a sign-out ends them at once. */
export function createApp({ origin, secret }: { origin: string; secret: string }): Express {
  const siwx = createSiwx({ origin, secret, sessions: memorySessions() })
  const app = express()
  app.use(express.json())
  app.use('/siwx', toNodeHandler(siwx))
  app.get('/members', async (request, response) => {
    const session = await siwx.readSession(request.headers.cookie)
    if (!session) return void response.status(401).json({ error: 'Sign in first.' })
    response.json({ hello: session.accounts[0]?.address })
  })
  return app
}
