/** Asks the club's server. @throws Error with its words */
export async function askClub<answer>(
  path: 'session' | 'login' | 'logout',
  body?: object,
): Promise<answer> {
  const answer = await send(path, body)
  const said = (await answer.json()) as answer & { error?: string }
  if (!answer.ok) throw new Error(said.error)
  return said
}

/** A token of the club's server for the wallet; undefined if nobody is logged in. */
export async function getToken({
  nonce,
  signal,
}: {
  nonce: string
  signal: AbortSignal
}): Promise<string | undefined> {
  const answer = await send('wallet-token', { nonce }, signal)
  if (answer.status === 401) return undefined
  if (!answer.ok) throw new Error(`The club's server answers ${answer.status}.`)
  return ((await answer.json()) as { token: string }).token
}

const send = (path: string, body?: object, signal?: AbortSignal) =>
  fetch(`/club/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
    ...(signal && { signal }),
  })
