/**
 * The URI that a wallet scans or opens.
 *
 * @source https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 */
export type PairingUri = {
  /** 32 bytes in hex. */
  readonly topic: string
  /** 32 bytes in hex. */
  readonly symKey: string
  /** Unix seconds. */
  readonly expiryTimestamp?: number | undefined
  /** Methods of the first message; empty means a session proposal. */
  readonly methods?: readonly string[] | undefined
}

const key = /^[0-9a-f]{64}$/i

/** Writes a pairing URI as reference clients do. */
export function formatPairingUri({ expiryTimestamp, methods, symKey, topic }: PairingUri): string {
  const query = new URLSearchParams({ 'relay-protocol': 'irn', symKey })
  if (expiryTimestamp !== undefined) query.set('expiryTimestamp', String(expiryTimestamp))
  if (methods?.length) query.set('methods', methods.join(','))
  return `wc:${topic}@2?${query}`
}

/**
 * Reads a pairing URI; also `wc://`, and the whole in base64, as some wallets and links write it.
 *
 * @returns undefined for anything else, also for version 1 and for another relay protocol.
 */
export function parsePairingUri(given: string): PairingUri | undefined {
  const [, topic = '', query = ''] =
    /^wc:(?:\/\/)?([^@?]+)@2\/?\?(.*)$/s.exec(given.startsWith('wc:') ? given : decode(given)) ?? []
  const fields = new URLSearchParams(query)
  const symKey = fields.get('symKey') ?? ''
  if (!key.test(topic) || !key.test(symKey)) return undefined
  if ((fields.get('relay-protocol') ?? 'irn') !== 'irn') return undefined
  const expiry = fields.get('expiryTimestamp')
  if (expiry !== null && !/^\d{1,12}$/.test(expiry)) return undefined
  // The spec writes groups: `[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]`.
  const methods = fields
    .get('methods')
    ?.split(/[[\],]+/)
    .filter(Boolean)
  return {
    topic: topic.toLowerCase(),
    symKey: symKey.toLowerCase(),
    ...(expiry !== null && { expiryTimestamp: Number(expiry) }),
    ...(methods?.length && { methods }),
  }
}

function decode(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}
