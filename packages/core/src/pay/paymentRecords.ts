import type { Foyer } from '../foyer.ts'

/** This browser's record of a request: when its wallet was asked, and the transaction if one was sent. */
export type PaymentRecord = {
  readonly askedAt: number
  readonly hash?: string | undefined
}

/** Requests that are remembered. */
const recordLimit = 50
const key = 'payments'

/** Reads what this browser did for a request, in any of its tabs. */
export function readPaymentRecord(foyer: Foyer, reference: string): PaymentRecord | undefined {
  return readAll(foyer).get(reference)
}

/** @param record - undefined: nothing was sent. */
export function writePaymentRecord(
  foyer: Foyer,
  reference: string,
  record: PaymentRecord | undefined,
): void {
  const records = readAll(foyer)
  records.delete(reference)
  if (record) records.set(reference, record)
  foyer.storage.write(key, [...records].slice(-recordLimit))
}

function readAll({ storage }: Foyer): Map<string, PaymentRecord> {
  return new Map(storage.read(key, parse) ?? [])
}

/** Drops invalid entries. */
function parse(stored: unknown): [string, PaymentRecord][] | undefined {
  if (!Array.isArray(stored)) return undefined
  return stored.flatMap((entry: unknown): [string, PaymentRecord][] => {
    const [reference, record] = Array.isArray(entry) ? entry : []
    const { askedAt, hash } = (Object(record) as Partial<PaymentRecord>) ?? {}
    if (typeof reference !== 'string' || typeof askedAt !== 'number') return []
    return [[reference, { askedAt, ...(typeof hash === 'string' && { hash }) }]]
  })
}
