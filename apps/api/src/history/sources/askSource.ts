import { HttpError } from '@foyer/server'
import type * as v from 'valibot'
import { askService, ServiceFailed } from '../../askService.ts'

const timeoutMs = 10_000

/** Calls a hosted source. @throws {@link HttpError} 502 or 503 `transactions-failed` */
export async function askSource<const schema extends v.GenericSchema>(
  parameters: Omit<askService.Parameters<schema>, 'timeoutMs'>,
): Promise<v.InferOutput<schema>> {
  try {
    return await askService({ ...parameters, timeoutMs })
  } catch (cause) {
    throw cause instanceof ServiceFailed && cause.status === 429
      ? refuseRate(parameters.name)
      : refuseAnswer(parameters.name, cause)
  }
}

export const refuseRate = (name: string): HttpError =>
  new HttpError(503, 'transactions-failed', `${name} takes no more calls right now`, {
    retryAfterMs: 1000,
  })

export const refuseAnswer = (name: string, cause?: unknown): HttpError =>
  new HttpError(502, 'transactions-failed', `${name} gave no usable answer`, { cause })
