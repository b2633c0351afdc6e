import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { amount } from './amount.ts'
import { accountIdField, chainIdField, swapSourceId } from './convertFields.ts'

/**
 * The state of a swap across chains. `partial`: other tokens than the ones asked for arrived, of about the value;
 * `refunded`: the tokens came back; `failed`: the source says that it went wrong, and not where the tokens are.
 */
export const crossingStatuses = ['pending', 'received', 'partial', 'refunded', 'failed'] as const
export type CrossingStatus = (typeof crossingStatuses)[number]

/** Reads the state of a swap across chains, after its transaction was sent. @source spec 7.35 */
export const getConvertStatus = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/status',
  summary: 'What became of a swap across chains.',
  query: v.object({
    /** `source.id` of the quote. */
    source: swapSourceId,
    /** Id of the sent transaction. */
    hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
    /** CAIP-2 of the chain that it was sent on. */
    from: chainIdField,
    /** CAIP-2 of the chain where the tokens arrive. */
    to: chainIdField,
    /** CAIP-10 of the receiver. */
    userAddress: accountIdField,
  }),
  response: v.object({
    status: v.picklist(crossingStatuses),
    /** The payment that arrived or came back, where the source tells it. */
    received: v.optional(
      v.object({
        /** Id of the transaction that paid it. */
        hash: v.string(),
        /** CAIP-10 of the token. */
        token: v.string(),
        amount,
        /** `chain`: read from the chain's own receipt; `source`: the source's word. */
        checkedBy: v.picklist(['chain', 'source']),
      }),
    ),
  }),
})
export type Crossing = v.InferOutput<typeof getConvertStatus.response>
