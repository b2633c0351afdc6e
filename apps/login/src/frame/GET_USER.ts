import type { SignRequestInput } from '@foyer/decode'
import { encodeBase58, readSignInMessage } from '@foyer/decode/internal'
import type { FrameContext, FrameHandlers } from '@foyer/embedded/frame'
import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import type { Approve } from './approvals/createApprove.ts'
import type { FrameAccount, LockedWallet, ReadyWallet } from './createFrameAccount.ts'
import { createRpc } from './createRpc.ts'
import type { FrameNetwork, Networks } from './networks.ts'
import { messageHex } from './rpc/personal_sign.ts'
import { readAccountCode } from './rpc/readAccountCode.ts'
import { readSigner } from './rpc/readSigner.ts'

/** Opens a wallet that is locked by the user's recovery factor. @throws FoyerError `user-rejected`, `request-aborted` */
export type Unlock = (wallet: LockedWallet, context: FrameContext) => Promise<ReadyWallet>

/**
 * Returns the logged-in user on the requested network. Falls back to the active network of the same namespace when the
 * login site does not serve the requested one. Unlocks the wallet first when it is locked by a recovery factor.
 * @source spec 3.2, 7.6; security 3.3, 3.4
 */
export function getUser({
  account,
  approve,
  networks,
  now = Date.now,
  unlock,
}: {
  account: FrameAccount
  approve: Approve
  networks: Networks
  unlock: Unlock
  now?: () => number
}): FrameHandlers['GET_USER'] {
  const signIn = async (
    text: string,
    {
      address,
      context,
      network,
    }: { address: string; context: FrameContext; network: FrameNetwork },
  ): Promise<string> => {
    const { origin, signal } = context
    const checked = { origin, account: address, chainId: network.id, now: now() }
    const message = readSignInMessage(text, checked)
    if (!message)
      throw new FoyerError('action-not-allowed', { details: 'siwxMessage is no sign-in.' })
    const rpc = createRpc(account, { chainId: network.id, signal })
    const request = {
      ...signInRequest(text, address),
      ...(await readSigner({ address, network }, rpc)),
    } as SignRequestInput
    // A login in this document within the last 5 min counts as consent, once; otherwise the user is asked.
    const { passkey } = await account.requireReady()
    // A sign-in that delegates rights must be read, and a wallet that passkeys hold is opened by each signature.
    if (!message.delegates && !passkey && account.takeFreshLogin()) {
      const rid = crypto.randomUUID()
      const { digest } = await account.ask('prepare', { rid, request })
      return signatureOf(await account.ask('sign', { rid, digest }))
    }
    return approve({ address, build: () => request, context, network, rpc }, async (signed) =>
      signatureOf(signed),
    )
  }

  /** The types of the account on this network, the preferred one first: all have the same address. */
  const readTypes = async (own: {
    address: string
    network: FrameNetwork
    signal: AbortSignal
  }) => {
    const { address, network, signal } = own
    const plain = { address, type: 'eoa' } as const
    if (network.smartAccount === undefined)
      return {
        accounts: [plain],
        preferredAccountType: plain.type,
        smartAccountDeployed: false,
      }
    const smart = { address, type: 'smartAccount' } as const
    const rpc = createRpc(account, { chainId: network.id, signal })
    const [type, code] = await Promise.all([
      account.accountType(),
      // Without an answer of the network the login still works.
      readAccountCode(own, rpc).catch(() => 'none' as const),
    ])
    return {
      accounts: type === 'eoa' ? [plain, smart] : [smart, plain],
      preferredAccountType: type,
      smartAccountDeployed: code === 'ours',
    }
  }

  return async ({ chainId, preferredAccountType: wish, siwxMessage, socialUri }, context) => {
    if (socialUri !== undefined)
      throw new FoyerError('method-not-supported', { details: 'socialUri' })
    const loaded = await account.load()
    const wallet = loaded.status === 'ready' ? loaded : await unlock(loaded, context)
    const { email, factors, logins } = await account.facts()
    const requested = networks.all.find(({ id }) => id === chainId)
    const network =
      requested ?? (chainId ? networks.active(namespaceOf(chainId)) : networks.current())
    networks.switchTo(network)
    if (wish) account.wishAccountType(wish)
    const address = network.id.startsWith('solana:') ? wallet.addresses.sol : wallet.addresses.evm
    const signature =
      siwxMessage === undefined
        ? undefined
        : await signIn(siwxMessage, { address, context, network })
    return {
      address,
      chainId: network.id as ChainId,
      email,
      ...(await readTypes({ address, network, signal: context.signal })),
      logins: factors ? ['passkey'] : [...new Set(logins.map(({ provider }) => provider))],
      ...(signature !== undefined && { signature }),
    }
  }
}

function signInRequest(text: string, address: string): SignRequestInput {
  if (address.startsWith('0x'))
    return { method: 'personal_sign', params: [messageHex(text), address] }
  const message = encodeBase58(new TextEncoder().encode(text))
  return { method: 'solana_signMessage', params: { message, pubkey: address } }
}

function signatureOf(signed: unknown): string {
  return typeof signed === 'string' ? signed : (signed as { signature: string }).signature
}
