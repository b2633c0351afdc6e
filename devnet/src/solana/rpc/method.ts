import * as v from 'valibot'
import type { Ledger } from '../createLedger.ts'
import { RpcError, rpcCodes } from './rpcError.ts'

/** Handles one JSON-RPC method. */
export type RpcMethod = (ledger: Ledger, params: unknown) => unknown

/**
 * Wraps a method with a check of its params.
 *
 * @throws RpcError -32602 from the method, naming the invalid param.
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
