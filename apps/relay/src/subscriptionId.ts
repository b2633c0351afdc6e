import { hash } from 'node:crypto'

/** Hex of SHA-256 over UTF-8 text. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/**
 * The id of a client's subscription; it also replaces the client's id in a mailbox, where that id never appears.
 * @source the reference client computes it itself and ignores what a relay gives
 */
export function subscriptionId(topic: string, clientId: string): string {
  return sha256(topic + clientId)
}
