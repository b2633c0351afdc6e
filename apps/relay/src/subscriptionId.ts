import { hash } from 'node:crypto'

/** Computes SHA-256 of UTF-8 text, in hex. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/**
 * Computes the id of a client's subscription. Mailboxes store it instead of the client's id.
 * @source the reference client, which computes it itself and ignores the relay's answer
 */
export function subscriptionId(topic: string, clientId: string): string {
  return sha256(topic + clientId)
}
