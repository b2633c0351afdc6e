import { decodeBase64Url, encodeBase64Url } from '@foyer/protocol/custody'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

// Solves one challenge of a server: the answer is the solution, or undefined when there was none in 20 s.
self.onmessage = async ({ data }: MessageEvent<string>) => {
  const challenge = JSON.parse(new TextDecoder().decode(decodeBase64Url(data)))
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 })
  const text = JSON.stringify({ challenge, solution })
  self.postMessage(solution ? encodeBase64Url(new TextEncoder().encode(text)) : undefined)
}
