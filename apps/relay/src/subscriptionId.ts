import { hash } from 'node:crypto'

/** Hex of SHA-256 over UTF-8 text. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/**
 * What a client calls its subscription; also what stands for the client in a mailbox, where its id never appears.
 *
 * @source the reference client computes it itself and ignores what a relay gives
 */
export function subscriptionId(topic: string, clientId: string): string {
  return sha256(topic + clientId)
}
