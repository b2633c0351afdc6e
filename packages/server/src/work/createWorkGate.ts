import { randomBytes } from 'node:crypto'
import { createChallenge as createWork, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { isSame, keyedHash, sha256 } from '../hash.ts'
import { HttpError } from '../http/httpError.ts'
import type { Limiter, Rate } from '../limits/limiter.ts'
import type { Challenge } from './createChallenge.ts'

/** Work per try, and the first byte of the result: 256 tries on average, some tenths of a second in a browser. */
const algorithm = 'PBKDF2/SHA-256'
const [cost, keyPrefix] = [2000, '00']
/** Time in which a challenge must be solved, in ms. */
const lifeMs = 120_000

/** Longest age of an operator's token, in ms: so long none counts again. */
const tokenLifeMs = 300_000

const parameters = v.strictObject({
  algorithm: v.literal(algorithm),
  nonce: v.string(),
  salt: v.string(),
  cost: v.literal(cost),
  keyLength: v.literal(32),
  keyPrefix: v.literal(keyPrefix),
  data: v.strictObject({ owner: v.string(), until: v.number() }),
})
const payload = v.strictObject({
  challenge: v.strictObject({ parameters, signature: v.string() }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

/** An operator's challenge, bound to the request that it is for. */
const shown = v.strictObject({
  nonce: v.string(),
  owner: v.string(),
  until: v.number(),
  mac: v.string(),
})
/** Its solution: the token that the operator's page gave; empty, if it gave none. */
const token = v.strictObject({ challenge: shown, token: v.pipe(v.string(), v.maxLength(4096)) })

/** Mails that may be asked for before a browser must work for one. */
export type WorkLimits = {
  readonly mailsBeforeWorkOfAddress: Rate
  readonly mailsBeforeWorkOfNetwork: Rate
  readonly mailsBeforeWorkOfAll: Rate
}

/** Work that a browser does before a mail: solve a challenge; or, with `page`, bring the token of the operator's page. */
export type WorkAsked = {
  readonly challenge: string
  /** Address of the operator's page; its fragment contains the nonce. */
  readonly page?: string
}

/**
 * Counts a wish for a mail. Returns undefined if it may be sent: there is no unusual volume, or the work is done. Otherwise returns
 * a challenge, whose solution comes with the next try.
 */
export type WorkGate = (wish: {
  /** The caller: keyed hashes of the address and its network. */
  readonly address: string
  readonly network: string
  /** The request and its device: a solution is good for this alone. */
  readonly owner: readonly string[]
  readonly solution: string | undefined
}) => Promise<WorkAsked | undefined>

/**
 * Makes the gate before a server's mails. Each solution is bound to its request, expires after two minutes, and counts once. An
 * operator's challenge takes the place of the proof of work, unless its server fails.
 * @param parts.remember - stores a value as used until a time; false when it is stored already
 */
export function createWorkGate({
  challenge: operators,
  hmacKey,
  limiter,
  limits,
  now,
  remember,
}: {
  /** The operator's own. @default none */
  challenge?: Challenge | undefined
  hmacKey: string
  limiter: Limiter
  limits: WorkLimits
  now: () => number
  remember: (key: string, untilMs: number) => Promise<boolean>
}): WorkGate {
  const secret = keyedHash(hmacKey, 'work', 'secret')
  const ownerOf = (owner: readonly string[]) => keyedHash(hmacKey, 'work', owner.join('\u001f'))

  const isOver = async (key: string, rate: Rate): Promise<boolean> => {
    try {
      await limiter.take({ key: `work:${key}`, ...rate })
      return false
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return true
      throw error
    }
  }
  const isSolved = async (text: string, owner: string): Promise<boolean> => {
    const { output, success } = v.safeParse(payload, readText(text))
    if (!success) return false
    const { challenge, solution } = output
    const { data, nonce } = challenge.parameters
    if (!isSame(data.owner, owner) || data.until <= now()) return false
    const checked = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secret,
    })
    return checked.verified && (await remember(`work:${nonce}`, data.until))
  }

  const macOf = ({ nonce, owner, until }: Omit<v.InferOutput<typeof shown>, 'mac'>) =>
    keyedHash(secret, 'challenge', [nonce, owner, String(until)].join('\u001f'))
  const newShown = (owner: string, { pageUrl }: Challenge): WorkAsked => {
    const bound = { nonce: randomBytes(16).toString('hex'), owner, until: now() + lifeMs }
    return {
      challenge: encode({ ...bound, mac: macOf(bound) }),
      page: `${pageUrl}#nonce=${bound.nonce}`,
    }
  }
  /** Asks the operator's server about a token, once for each challenge of ours. */
  const isPassed = async (text: string, owner: string, own: Challenge): Promise<boolean> => {
    const { output, success } = v.safeParse(token, readText(text))
    if (!success) return false
    const { mac, ...bound } = output.challenge
    if (!isSame(mac, macOf(bound)) || !isSame(bound.owner, owner) || bound.until <= now())
      return false
    if (!(await remember(`work:${bound.nonce}`, bound.until))) return false
    return (
      (await own.verify(output.token, bound.nonce)) === 'passed' &&
      (await remember(`work:${sha256(output.token)}`, now() + tokenLifeMs))
    )
  }

  return async ({ address, network, owner: named, solution }) => {
    const counts = await Promise.all([
      isOver(`address:${address}`, limits.mailsBeforeWorkOfAddress),
      isOver(`network:${network}`, limits.mailsBeforeWorkOfNetwork),
      isOver('all', limits.mailsBeforeWorkOfAll),
    ])
    if (!counts.includes(true)) return undefined
    const owner = ownerOf(named)
    if (solution !== undefined) {
      if (await isSolved(solution, owner)) return undefined
      if (operators && (await isPassed(solution, owner, operators))) return undefined
    }
    if (operators && !operators.isDown()) return newShown(owner, operators)
    const challenge = await createWork({
      ...{ algorithm, cost, keyPrefix, deriveKey },
      data: { owner, until: now() + lifeMs },
      hmacSignatureSecret: secret,
    })
    return { challenge: encode(challenge) }
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function readText(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
