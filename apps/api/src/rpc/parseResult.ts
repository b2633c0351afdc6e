import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { Chain } from '../chains/chainConfig.ts'
import { type RawAnswer, readValue } from './rawCall.ts'

/**
 * Parses a chain's answer by its schema.
 * @throws {@link HttpError} 502 for a malformed answer
 */
export function parseResult<const schema extends v.GenericSchema>(
  { caipId }: Pick<Chain, 'caipId'>,
  answer: RawAnswer | undefined,
  schema: schema,
): v.InferOutput<schema> {
  const isAnswer = answer !== undefined && 'result' in answer
  const parsed = isAnswer ? v.safeParse(schema, readValue(answer)) : undefined
  if (parsed?.success) return parsed.output
  throw new HttpError(502, 'rpc-failed', `${caipId} gave no usable answer`, { cause: answer })
}
