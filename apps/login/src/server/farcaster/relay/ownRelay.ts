import type { ChannelAnswer, ChannelParams } from '@foyer/protocol/login'
import { HttpError, isSame, sha256 } from '@foyer/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Client } from '../../auth/caller.ts'
import { takeClientRate } from '../../auth/takeClientRate.ts'
import { channels } from '../../database/schema.ts'
import { randomText } from '../../sealedText.ts'
import type { Services } from '../../services.ts'
import { requireFarcaster } from '../farcaster.ts'
import type { ChannelState, OwnRelay, Relay } from './relay.ts'

/** Life of a channel, ms. The public relay's is an hour. */
const channelLifeMs = 600_000

/** Uses this server's own channels, without HTTP. */
export const ownRelay = (services: Services, settings: OwnRelay): Relay => ({
  async open(params) {
    const { channelToken, url } = await makeChannel(services, settings, params)
    return { channelToken, url }
  },
  read: (token) => readState(services, token),
})

/**
 * Opens a channel for a page of this login site.
 * @throws HttpError 403 `action-not-allowed` for another site; 503 `limit-exceeded` with too many channels open
 */
export async function makeChannel(
  { limits, loginOrigin, now, queries }: Services,
  { clientUrl }: OwnRelay,
  params: ChannelParams,
): Promise<{ channelToken: string; url: string; nonce: string }> {
  const { host, origin } = new URL(loginOrigin)
  const { domain, siweUri } = params
  if (domain !== host || !URL.canParse(siweUri) || new URL(siweUri).origin !== origin)
    throw new HttpError(403, 'action-not-allowed', 'This relay serves its own login site only')
  const nowMs = now()
  if ((await queries.$count(channels, gt(channels.expiresAt, nowMs))) >= limits.channelsOpen)
    throw new HttpError(503, 'limit-exceeded', 'Too many channels are open', { retryAfterMs: 5000 })
  const channelToken = randomText(16)
  const nonce = params.nonce ?? randomText(16).replace(/[^a-z0-9]/gi, '0')
  await queries.insert(channels).values({
    tokenHash: sha256(channelToken),
    params: JSON.stringify({ ...params, nonce }),
    expiresAt: nowMs + channelLifeMs,
  })
  const url = `${clientUrl}/~/siwf?${new URLSearchParams({ channelToken })}`
  return { channelToken, url, nonce }
}

async function readState({ now, queries }: Services, token: string): Promise<ChannelState> {
  const [found] = await queries
    .select()
    .from(channels)
    .where(and(eq(channels.tokenHash, sha256(token)), gt(channels.expiresAt, now())))
  if (!found) return { state: 'gone' }
  const { acceptAuthAddress = false, ...signatureParams } = JSON.parse(
    found.params,
  ) as ChannelParams
  const facts = { nonce: signatureParams.nonce, signatureParams, acceptAuthAddress }
  if (found.answer === null) return { state: 'pending', ...facts }
  const answer = JSON.parse(found.answer) as ChannelAnswer
  if ('rejected' in answer) return { state: 'rejected' }
  return { state: 'completed', ...facts, ...answer }
}

/** Opens a channel by HTTP, for the reference client. */
export async function serveOpen(
  services: Services,
  params: ChannelParams,
  client: Client,
): Promise<Response> {
  const rate = services.limits.channelsOfClientPerMinute
  await takeClientRate(services, client, { name: 'channels', ...rate })
  return Response.json(await makeChannel(services, requireOwnRelay(services), params), {
    status: 201,
  })
}

/** Tells the state of a channel to everyone who knows its token. */
export async function serveStatus(services: Services, token: string): Promise<Response> {
  requireOwnRelay(services)
  const state = await readState(services, token)
  if (state.state === 'gone') throw unknownChannel()
  return Response.json(state, { status: state.state === 'pending' ? 202 : 200 })
}

/** Takes the app's answer, once. Whether it is right is decided by the login, not here. */
export async function serveAnswer(
  services: Services,
  answer: ChannelAnswer,
  { key, token }: { key: string; token: string },
): Promise<Response> {
  const { now, queries, waiters } = services
  const own = requireOwnRelay(services)
  if (!isSame(sha256(key), sha256(own.key)))
    throw new HttpError(401, 'unauthorized', 'This app may not answer')
  const tokenHash = sha256(token)
  const open = [eq(channels.tokenHash, tokenHash), gt(channels.expiresAt, now())]
  const [taken] = await queries
    .update(channels)
    .set({ answer: JSON.stringify(answer) })
    .where(and(...open, isNull(channels.answer)))
    .returning()
  if (!taken) throw unknownChannel()
  waiters.wake(channelKey(token))
  return Response.json({ state: 'rejected' in answer ? 'rejected' : 'completed' }, { status: 201 })
}

/** By which a waiting login is woken. */
export const channelKey = (token: string) => `channel:${sha256(token)}`

function requireOwnRelay(services: Services): OwnRelay {
  const { relay } = requireFarcaster(services)
  if ('key' in relay) return relay
  throw new HttpError(404, 'resource-not-found', 'There is no Farcaster relay here')
}

const unknownChannel = () =>
  new HttpError(401, 'unauthorized', 'There is no such channel, or it is over')
