import { createPrivateKey, randomBytes } from 'node:crypto'
import { decimalAmount } from '@foyer/protocol/api'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { askProvider } from '../askProvider.ts'
import { verifyHookSignature } from '../hookSignature.ts'
import type { OnrampEvent, OnrampProvider } from '../onrampProvider.ts'
import { eventHash, eventIdText, parseEvent } from '../parseEvent.ts'
import { coinsByNetwork, describeOffer, requireCode } from '../publicAssets.ts'

/** A seller of this kind delivers to EVM networks. @source spec 9.23 */
const codes = coinsByNetwork({
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
})

/** Time for which a session token is valid. @source https://docs.cdp.coinbase.com/onramp-&-offramp/session-token-authentication */
const tokenMs = 5 * 60_000

const money = v.object({ value: decimalAmount, currency: v.string() })
const quote = v.object({
  payment_total: money,
  payment_subtotal: money,
  purchase_amount: money,
  coinbase_fee: money,
  network_fee: money,
  quote_id: v.string(),
})
const token = v.object({ token: v.pipe(v.string(), v.regex(/^[\w.~-]{8,2048}$/)) })
const event = v.object({
  eventType: v.string(),
  transactionId: eventIdText,
  status: v.string(),
  partnerUserRef: eventIdText,
  walletAddress: v.optional(v.string()),
  txHash: eventHash,
})
const statuses: Readonly<Record<string, OnrampEvent['status']>> = {
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'arrived',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/**
 * Coinbase: a session token that names the address and the user's IP, made with a key of its developer platform.
 *
 * @source https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-session-token,
 *   https://docs.cdp.coinbase.com/webhooks/onramp
 */
export function createCoinbase({
  apiUrl = 'https://api.developer.coinbase.com',
  keyId,
  keySecret,
  webhookSecret,
}: createCoinbase.Options): OnrampProvider {
  const name = 'coinbase'
  const key = readKey(keySecret)
  const ask = async <schema extends v.GenericSchema>(path: string, schema: schema, body: object) =>
    askProvider({
      name,
      schema,
      url: apiUrl + path,
      headers: {
        Authorization: `Bearer ${await signCall(path)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  /** A token for one call. @source https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication */
  function signCall(path: string): Promise<string> {
    const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
    return new SignJWT({ uris: [`POST ${new URL(apiUrl).host}${path}`] })
      .setProtectedHeader({ alg, typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') })
      .setIssuer('cdp')
      .setSubject(keyId)
      .setNotBefore('0s')
      .setIssuedAt()
      .setExpirationTime('120s')
      .sign(key)
  }
  return {
    name,
    getOffer: async () => describeOffer(codes, ['USD', 'EUR', 'GBP', 'CAD']),
    async getQuote({ amount, country, network, paymentCurrency, purchaseCurrency }) {
      const { answer } = await ask('/onramp/v1/buy/quote', quote, {
        purchase_currency: purchaseCurrency,
        purchase_network: requireCode(codes, { network, purchaseCurrency }).code,
        payment_amount: amount,
        payment_currency: paymentCurrency,
        payment_method: 'CARD',
        country: country ?? 'US',
      })
      const read = ({ currency, value }: v.InferOutput<typeof money>) => ({
        ...{ amount: value, currency },
      })
      return {
        quoteId: answer.quote_id,
        paymentTotal: read(answer.payment_total),
        paymentSubtotal: read(answer.payment_subtotal),
        purchaseAmount: { amount: answer.purchase_amount.value, currency: purchaseCurrency },
        providerFee: read(answer.coinbase_fee),
        networkFee: read(answer.network_fee),
      }
    },
    async openOrder({
      address,
      amount,
      id,
      ip,
      network,
      paymentCurrency,
      purchaseCurrency,
      redirectUrl,
    }) {
      const { code: blockchain, coin } = requireCode(codes, { network, purchaseCurrency })
      const { answer } = await ask('/onramp/v1/token', token, {
        addresses: [{ address, blockchains: [blockchain] }],
        assets: [coin],
        clientIp: ip,
      })
      const query = new URLSearchParams({
        sessionToken: answer.token,
        defaultNetwork: blockchain,
        defaultAsset: coin,
        fiatCurrency: paymentCurrency,
        ...(amount === undefined ? {} : { presetFiatAmount: amount }),
        partnerUserRef: id,
        ...(redirectUrl === undefined ? {} : { redirectUrl }),
      })
      return {
        url: `https://pay.coinbase.com/buy/select-asset?${query}`,
        expiresAt: Date.now() + tokenMs,
      }
    },
    readWebhook(message) {
      const text = verifyHookSignature(message, webhookSecret)
      const found = parseEvent(event, text)
      return {
        eventId: `${found.transactionId} ${found.eventType} ${found.status}`,
        order: { id: found.partnerUserRef },
        status: Object.hasOwn(statuses, found.status) ? statuses[found.status] : undefined,
        address: found.walletAddress,
        hash: found.txHash,
      }
    },
  }
}

/** @param secret - PEM of a P-256 key, or base64 of an Ed25519 key: 32 bytes of seed, 32 of public key */
function readKey(secret: string) {
  if (secret.includes('BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'))
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64)
    throw new Error('COINBASE_KEY_SECRET is no key of the developer platform')
  // PKCS #8 of an Ed25519 seed. @source RFC 8410, section 7
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    bytes.subarray(0, 32),
  ])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

export declare namespace createCoinbase {
  type Options = {
    /** Id of a secret API key of the developer platform. */
    keyId: string
    keySecret: string
    webhookSecret: string
    apiUrl?: string | undefined
  }
}
