import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { amount } from './amount.ts'
import { chainIdField } from './convertFields.ts'

/** Gas prices of a chain, in wei. @source spec 7.35 */
export const getConvertGasPrice = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/gas-price',
  summary: 'Gas prices of a chain, in wei.',
  query: v.object({ chainId: chainIdField }),
  response: v.object({ standard: amount, fast: amount, instant: amount }),
})
