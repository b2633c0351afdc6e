import { siwx } from '../../siwx.ts'

export async function GET(request: Request): Promise<Response> {
  const session = await siwx.readSession(request)
  if (!session) return Response.json({ error: 'Sign in first.' }, { status: 401 })
  return Response.json({ hello: session.accounts[0]?.address })
}
