import { type Foyer, readAccount, signTypedData } from '@foyer/core'
import { FoyerError, namespaceOf } from '@foyer/protocol'
import {
  type Authorization,
  encodeHeader,
  type Permit2Authorization,
  permit2Proxy,
  permit2Transfer,
  transferAuthorization,
} from '@foyer/protocol/x402'
import type { Offer } from './readTerms.ts'

/** A signed payment, as the header that carries it. */
export type SignedPayment = {
  readonly header: string
  /** ms since 1970. Afterwards nobody can take the payment. */
  readonly validUntil: number
}

/** Clocks of servers and chains differ by so much, in seconds. */
const clockSkew = 600
/** A payment is signed for at most so long, in seconds, whatever the server asks for. */
const longest = 900
/** 0x and 1,024 bytes: a key's signature has 65, a smart account's some 300. */
const longestSignature = 2050

/**
 * Asks the connected wallet to sign a payment. Only this receiver gets this amount, once.
 * @throws FoyerError `not-connected`, `chain-unsupported`, `user-rejected`, `method-not-supported`
 */
export async function signPayment(
  foyer: Foyer,
  { offer, signal }: { offer: Offer; signal?: AbortSignal | undefined },
): Promise<SignedPayment> {
  const { chainId, echo, terms, version } = offer
  const namespace = namespaceOf(chainId)
  const account = readAccount(foyer, namespace)
  if (account.status !== 'connected' || account.address === undefined)
    throw new FoyerError('not-connected', { details: 'Connect a wallet before you pay.' })
  if (account.chainId !== chainId)
    throw new FoyerError('chain-unsupported', {
      details: `The payment is on ${chainId}, the wallet on ${account.chainId}: switch the network first.`,
    })
  const seconds = Math.floor(Date.now() / 1000)
  const validBefore = seconds + Math.min(terms.maxTimeoutSeconds, longest)
  const { typedData, ...written } = writeTransfer(offer, {
    from: account.address as `0x${string}`,
    validAfter: String(seconds - clockSkew),
    validBefore: String(validBefore),
  })
  const signature = await signTypedData(foyer, { namespace, signal, typedData })
  if (signature.length > longestSignature)
    throw new FoyerError('method-not-supported', {
      details: 'The signature of this account is too long for a payment.',
    })
  const payload = { signature, ...written }
  const header = encodeHeader(
    version === 2
      ? { x402Version: 2, ...echo, accepted: terms, payload }
      : { x402Version: 1, scheme: terms.scheme, network: terms.network, payload },
  )
  return { header, validUntil: validBefore * 1000 }
}

/** Writes the transfer that the payer signs, for the token itself or for Permit2. */
function writeTransfer(
  { amount, chainId, domain, terms: { asset, payTo } }: Offer,
  { from, validAfter, validBefore }: Pick<Authorization, 'from' | 'validAfter' | 'validBefore'>,
) {
  const nonce = randomNonce()
  if (domain) {
    const value = amount.toString()
    const authorization = { from, to: payTo, value, validAfter, validBefore, nonce }
    return {
      authorization,
      typedData: transferAuthorization({ asset, authorization, chainId, ...domain }),
    }
  }
  const permit2Authorization: Permit2Authorization = {
    ...{ from, spender: permit2Proxy, nonce: BigInt(nonce).toString(), deadline: validBefore },
    permitted: { token: asset, amount: amount.toString() },
    witness: { to: payTo, validAfter },
  }
  return {
    permit2Authorization,
    typedData: permit2Transfer({ authorization: permit2Authorization, chainId }),
  }
}

function randomNonce(): `0x${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
