import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { accountIdField, swapSourceId } from './convertFields.ts'

/** Hands a signed order in at its source. @source https://docs.cow.fi */
export const postConvertOrder = defineEndpoint({
  method: 'POST',
  path: '/v1/convert/submit-order',
  summary: 'Hands a signed order in at its source.',
  query: v.object({}),
  body: v.object({
    /** `source.id` of the built order. */
    source: swapSourceId,
    /** CAIP-10. */
    userAddress: accountIdField,
    /** As it was built and signed. */
    typedData: v.pipe(v.string(), v.maxLength(4096)),
    /** `0x` and 130 hex digits. */
    signature: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{130}$/)),
  }),
  response: v.object({
    /** The source's id of the order. */
    orderId: v.string(),
  }),
})
