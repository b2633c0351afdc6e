import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { Chain } from '../chains/chainConfig.ts'
import type { RawAnswer } from './rawCall.ts'

/**
 * Parses a chain's answer by its schema.
 * @throws {@link HttpError} 502 for a malformed answer
 */
export function parseResult<const schema extends v.GenericSchema>(
  { caipId }: Pick<Chain, 'caipId'>,
  answer: RawAnswer | undefined,
  schema: schema,
): v.InferOutput<schema> {
  const parsed =
    answer && 'result' in answer ? v.safeParse(schema, JSON.parse(answer.result)) : undefined
  if (parsed?.success) return parsed.output
  throw new HttpError(502, 'rpc-failed', `${caipId} gave no usable answer`, { cause: answer })
}
