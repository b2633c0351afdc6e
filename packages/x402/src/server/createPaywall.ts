import {
  decodeHeader,
  encodeHeader,
  type PaymentOrder,
  payment,
  paymentHeaders,
  paymentV1,
  type Requirements,
  type Settlement,
} from '@foyer/protocol/x402'
import { nameRequest } from '../nameRequest.ts'
import { askFacilitator } from './askFacilitator.ts'
import { giveAgain, keepAnswer } from './keptAnswer.ts'
import { createSales } from './sales.ts'

/** Charges for answers of a server. */
export type Paywall = {
  /**
   * Answers 402 with the terms, or takes the payment and then serves.
   * @param serve - Makes the answer; runs only after the payment is in a block. When the same payment asks for the same thing
   *   again, the answer of the first time is given; after an answer of 500 or more, `serve` runs again.
   * @returns 400 for a payment that can not be read, 402 for none or one that fails, 503 while the facilitator does not answer
   */
  charge(request: Request, serve: () => Response | Promise<Response>): Promise<Response>
}

/**
 * Makes a paywall (x402, both versions) for a server with Web APIs: Node, Deno, Bun, edge platforms. A payment buys one answer.
 *
 * @throws TypeError for a `facilitatorUrl` that is no http address
 * @example
 * const paywall = createPaywall({ facilitatorUrl, token, amount: 10_000n, asset: usdc, chainId: 'eip155:8453', payTo, name: 'USD Coin', version: '2' })
 * app.get('/report', (c) => paywall.charge(c.req.raw, () => c.text('…')))
 */
export function createPaywall(options: createPaywall.Options): Paywall {
  const { amount, asset, chainId, description, maxSeconds = 60, onFailure, payTo, token } = options
  const { method = 'eip3009', timeoutMs = 60_000 } = options
  const settleUrl = new URL('/settle', options.facilitatorUrl)
  if (!/^https?:$/.test(settleUrl.protocol))
    throw new TypeError(`facilitatorUrl must be an http address, not ${settleUrl.protocol}`)
  const terms: Requirements = {
    ...{ scheme: 'exact', network: chainId, amount: amount.toString(), asset, payTo },
    maxTimeoutSeconds: maxSeconds,
    extra:
      options.method === 'permit2'
        ? { assetTransferMethod: options.method }
        : { name: options.name, version: options.version },
  }
  const sales = createSales({ keepMs: options.keepMs ?? 300_000 })

  return {
    async charge(request, serve) {
      const url = request.url.split(/[?#]/)[0]!
      const refuse = (error: string, failed?: Settlement) => {
        const { amount: maxAmountRequired, ...rest } = terms
        const resource = { url, ...(description && { description }) }
        const v1 = {
          ...rest,
          maxAmountRequired,
          resource: url,
          description: description ?? '',
          mimeType: '',
        }
        return Response.json(
          // Version 1 knows no other way.
          method === 'eip3009' ? { x402Version: 1, error, accepts: [v1] } : { error },
          {
            status: 402,
            headers: {
              ...exposed,
              [paymentHeaders[2].required]: encodeHeader({
                x402Version: 2,
                error,
                resource,
                accepts: [terms],
              }),
              ...(failed && settlementHeaders(failed)),
            },
          },
        )
      }

      const written = readHeader(request)
      if (written === undefined) return refuse('A payment is required')
      const order = readOrder(written, terms)
      if (order === undefined) return new Response('The payment can not be read.', { status: 400 })
      const sale = sales.open(written.text)
      if (sale === undefined) return later()

      const sell = async () => {
        if (sale.settled === undefined) {
          const { claim } = sale
          const settled = await askFacilitator({
            ...{ claim, onFailure, order, settleUrl, timeoutMs, token },
          })
          // The facilitator did not take it, so its next attempt needs no claim of before.
          if (settled === 'refused') sales.forget(written.text)
          if (settled === undefined || settled === 'refused') return later()
          if (!settled.success) {
            sales.forget(written.text)
            return refuse(settled.errorReason ?? 'The payment failed', settled)
          }
          sale.settled = settled
        }
        const name = await nameRequest(request)
        sale.request ??= name
        if (sale.request !== name) return refuse('The payment was made for another request')
        if (sale.answer) {
          const kept = await sale.answer
          return kept ? giveAgain(kept) : refuse('The payment was used before')
        }
        const answer = withReceipt(await serve(), sale.settled)
        // After the server's own failure, the same payment may ask again.
        if (answer.status < 500) sale.answer = keepAnswer(answer.clone())
        return answer
      }
      // Requests with the same payment wait for one another.
      const turn = sale.turn.then(sell, sell)
      sale.turn = turn
      return turn
    },
  }
}

export declare namespace createPaywall {
  type Options = {
    /** The facilitator: `https://sponsor.example.com`. */
    facilitatorUrl: string
    /** This server's bearer token at the facilitator. */
    token: string
    /** The price, in the token's smallest unit. */
    amount: bigint
    /** Address of the token. */
    asset: `0x${string}`
    /** CAIP-2. */
    chainId: `eip155:${number}`
    /** The address that is paid. */
    payTo: `0x${string}`
    /** Description of the thing sold, for the payer. @default none */
    description?: string | undefined
    /** Time for which a payment may be valid, in seconds. @default 60 */
    maxSeconds?: number | undefined
    /** Time for which the same payment gets its answer again, in ms, in this process. @default 300,000 */
    keepMs?: number | undefined
    /** Time for an answer of the facilitator, in ms. @default 60,000 */
    timeoutMs?: number | undefined
    /**
     * Called when the facilitator takes no payment, for your log: it does not answer, or refuses this server (401, 403) or the
     * call (429). The payer gets 503. @default none
     */
    onFailure?: ((cause: unknown) => void) | undefined
  } & (ByToken | ByPermit2)
  /** The token moves by itself (EIP-3009), as USDC does. */
  type ByToken = {
    /** @default 'eip3009' */
    method?: 'eip3009' | undefined
    /** Name of the token's EIP-712 domain. */
    name: string
    /** Version of the token's EIP-712 domain. */
    version: string
  }
  /** The token moves by Permit2, which any token supports once the payer has allowed Permit2 to spend it. */
  type ByPermit2 = { method: 'permit2'; name?: undefined; version?: undefined }
}

/** Pages of other origins may read the terms and the receipt. */
const exposed = {
  'Access-Control-Expose-Headers': [
    paymentHeaders[2].required,
    paymentHeaders[2].settlement,
    paymentHeaders[1].settlement,
  ].join(', '),
}

const later = () =>
  new Response('The payment can not be taken right now.', {
    status: 503,
    headers: { 'Retry-After': '5' },
  })

const settlementHeaders = (settled: Settlement) => {
  const text = encodeHeader(settled)
  return { [paymentHeaders[2].settlement]: text, [paymentHeaders[1].settlement]: text }
}

/** Adds the receipt to an answer. */
function withReceipt(answer: Response, settled: Settlement): Response {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries({ ...exposed, ...settlementHeaders(settled) }))
    headers.set(name, value)
  const { status, statusText } = answer
  return new Response(answer.body, { status, statusText, headers })
}

type Written = { readonly version: 1 | 2; readonly text: string }

function readHeader({ headers }: Request): Written | undefined {
  for (const version of [2, 1] as const) {
    const text = headers.get(paymentHeaders[version].payment)
    if (text !== null) return { version, text }
  }
  return undefined
}

/** The facilitator compares the payment with these terms, not with those that the payer repeats. */
function readOrder({ text, version }: Written, terms: Requirements): PaymentOrder | undefined {
  if (version === 2) {
    const paymentPayload = decodeHeader(payment, text)
    return paymentPayload && { x402Version: 2, paymentPayload, paymentRequirements: terms }
  }
  const paymentPayload = terms.extra.assetTransferMethod ? undefined : decodeHeader(paymentV1, text)
  const { amount: maxAmountRequired, ...rest } = terms
  return (
    paymentPayload && {
      ...{ x402Version: 1, paymentPayload },
      paymentRequirements: { ...rest, maxAmountRequired },
    }
  )
}
