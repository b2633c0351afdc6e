import {
  type FoyerError,
  formatAccountId,
  isFoyerError,
  namespaceOf,
  toFoyerError,
} from '@foyer/protocol'
import type { PaymentRequest } from '@foyer/protocol/payment'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { readReceiver } from '../send/form/readReceiver.ts'
import type { PaymentFacts, PaymentProblem } from './paymentState.ts'
import { readPayments } from './readPayments.ts'
import { requireAsset } from './requireAsset.ts'

/**
 * Reads everything that decides whether the active account can pay a request.
 *
 * @throws FoyerError `rpc-failed`, `request-timed-out`
 */
export async function readPaymentFacts(
  foyer: Foyer,
  { reference, request }: { reference: string; request: PaymentRequest },
): Promise<PaymentFacts> {
  const { amount, expiresAt, to } = request
  const { chainId, token: address } = requireAsset(request)
  const namespace = namespaceOf(chainId)
  const network = foyer.store.get().networks.find((one) => one.caipNetworkId === chainId)
  if (!network) return { problem: 'network-unknown', warnings: [] }
  const loaded = await readPayments(foyer, chainId).catch((error: FoyerError) => error)
  if (isFoyerError(loaded)) return { problem: 'network-unknown', network, warnings: [] }
  const { adapter, payments, transfers } = loaded
  const rpc = createRpc(foyer, network)
  for (const one of address === undefined ? [to] : [to, address])
    if (!(await adapter.verifyAddress(one))) return { problem: 'invalid', network, warnings: [] }

  const token = await readToken()
  if (!token) return { problem: 'invalid', network, warnings: [] }
  const facts = { network, token, warnings: [] }
  const stop = (problem: PaymentProblem): PaymentFacts => ({ ...facts, problem })
  if (expiresAt <= Date.now()) return stop('expired')
  const { activeNamespace, connections } = foyer.store.get()
  const connection = connections[namespace]
  if (connection?.status !== 'connected') return stop('not-connected')
  if (connection.chainId !== chainId || activeNamespace !== namespace) return stop('wrong-network')
  const payer = connection.address
  if (transfers.isSame(payer, to)) return stop('own-account')
  if ((await transfers.inspectReceiver({ rpc, to: payer })) !== 'account')
    return stop('contract-account')
  const [coins, balance, { warnings }] = await Promise.all([
    adapter.getBalance?.({ address: payer, rpc }) ?? 0n,
    address === undefined
      ? undefined
      : payments.readBalance({ address: payer, rpc, token: address }),
    readReceiver(foyer, { to, known: undefined }),
  ])
  const held = balance ?? coins
  const known = { ...facts, balance: held, warnings }
  if (held < amount) return { ...known, problem: 'too-little' }
  try {
    const { fee } = await transfers.estimateFee({
      address: payer,
      amount,
      network,
      reference,
      rpc,
      to,
      token: address,
    })
    const needed = address === undefined ? amount + fee : fee
    return { ...known, fee, problem: coins < needed ? 'lacks-fee' : undefined }
  } catch (thrown) {
    const { code, details } = toFoyerError(thrown)
    if (code !== 'transaction-rejected' && code !== 'address-invalid') throw thrown
    return { ...known, details, problem: 'refused' }
  }

  /** @returns undefined if there is no such token. */
  async function readToken(): Promise<PaymentFacts['token']> {
    if (!network || address === undefined)
      return network && { ...network.nativeCurrency, address: undefined }
    const id = formatAccountId({ address, chainId })
    const listed = foyer.store
      .get()
      .details[namespace]?.tokenBalance?.find(
        (one) => one.address?.toLowerCase() === id.toLowerCase(),
      )
    try {
      const { decimals, symbol } = await payments.readToken({ rpc, token: address })
      const short = `${address.slice(0, 4)}…${address.slice(-4)}`
      return { address: id, decimals, symbol: symbol ?? listed?.symbol ?? short }
    } catch (thrown) {
      if (toFoyerError(thrown).code === 'address-invalid') return undefined
      throw thrown
    }
  }
}
