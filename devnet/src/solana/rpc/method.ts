import * as v from 'valibot'
import type { Ledger } from '../createLedger.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

/** Answers one method of the JSON-RPC. */
export type RpcMethod = (ledger: Ledger, params: unknown) => unknown

/**
 * A method whose params are checked first.
 *
 * @throws RpcError -32602 from the method, naming what is wrong.
 */
export const method =
  <Schema extends v.GenericSchema<unknown, readonly unknown[]>>(
    schema: Schema,
    answer: (ledger: Ledger, params: v.InferOutput<Schema>) => unknown,
  ): RpcMethod =>
  (ledger, params) =>
    answer(ledger, readParams(schema, params))

/** @throws RpcError -32602 */
export function readParams<Schema extends v.GenericSchema<unknown, readonly unknown[]>>(
  schema: Schema,
  params: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, params ?? [])
  if (read.success) return read.output
  const [issue] = read.issues
  const path = v.getDotPath(issue)
  throw new RpcError(
    rpcCodes.invalidParams,
    `Invalid params: ${issue.message}${path ? ` (at ${path})` : ''}`,
  )
}
