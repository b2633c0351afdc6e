import { type ChainId, FoyerError } from '@foyer/protocol'
import type { Client } from '../createClient.ts'
import { readApproval } from '../session/readApproval.ts'
import { writeSession } from '../session/wire.ts'
import { askWallet } from './askWallet.ts'
import { readState } from './readState.ts'

/** Time for a wallet to add an approved network to the session, ms. */
const updateMs = 3_000

/**
 * Switches the network: locally if the session includes it; else by a request to the wallet, if it supports that.
 *
 * @throws FoyerError `session-chain-unsupported`, `params-invalid`, or the wallet's error
 * @source spec 7.40, 7.41, 8.13
 */
export async function changeChain(
  client: Client,
  {
    method,
    params,
    topic,
  }: {
    method: 'wallet_switchEthereumChain' | 'wallet_addEthereumChain'
    params: unknown
    topic: string
  },
): Promise<null> {
  const target = readTarget(params)
  const { approval, chainId, session } = readState(client, topic, 'eip155')
  if (!approval.chainIds.includes(target)) {
    if (!chainId || !approval.methods.includes(method)) throw unsupported(target, approval.chainIds)
    await askWallet(client, session, { chainId, method, params })
    await waitForChain(client, { target, topic })
  }
  const now = readState(client, topic, 'eip155')
  if (!now.approval.chainIds.includes(target)) throw unsupported(target, now.approval.chainIds)
  if (now.chainId !== target)
    writeSession(client.wire, {
      ...now.session,
      chains: { ...now.session.chains, eip155: target },
    })
  return null
}

function readTarget(params: unknown): ChainId {
  const [first] = Array.isArray(params) ? params : []
  const chain = (first as { chainId?: unknown } | undefined)?.chainId
  const number = typeof chain === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chain) ? Number(chain) : 0
  if (number < 1)
    throw new FoyerError('params-invalid', { details: 'params[0].chainId must be a hex number.' })
  return `eip155:${number}`
}

const unsupported = (target: ChainId, approved: readonly ChainId[]) =>
  new FoyerError('session-chain-unsupported', {
    details: `The wallet allows ${approved.join(', ')}, not ${target}. Connect again to allow another network.`,
  })

/** The session update arrives separately, before or after the answer. */
function waitForChain(
  client: Client,
  { target, topic }: { target: ChainId; topic: string },
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const session = client.listSessions().find((one) => one.topic === topic)
      const isThere =
        session && readApproval(session.namespaces, 'eip155').chainIds.includes(target)
      if (session && !isThere) return
      clearTimeout(timer)
      stop()
      resolve()
    }
    const stop = client.listen((event) => {
      if (event.kind === 'session') look()
    })
    const timer = setTimeout(() => {
      stop()
      resolve()
    }, updateMs)
    look()
  })
}
