import { waitMs } from '../waitMs.ts'
import type { Mailbox } from './createMailbox.ts'
import type { MailMessage } from './mailMessage.ts'

/**
 * Waits for a mail to an address; an existing one counts.
 *
 * @returns The newest one received after `after` that passes the filter.
 * @throws Error that lists the mails that did arrive, after the timeout; the signal's reason, if it aborts.
 */
export function waitForMail(
  mailbox: Mailbox,
  address: string,
  { after = 0, filter = () => true, signal, timeoutMs = waitMs }: waitForMail.Options = {},
): Promise<MailMessage> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
      act()
    }
    const look = () => {
      const message = mailbox.list(address).find((one) => one.receivedAt > after && filter(one))
      if (message) settle(() => resolve(message))
    }
    const abort = () => {
      const cause: unknown = signal?.reason
      const ended = new Error('Stopped waiting for a mail.', { cause })
      settle(() => reject(cause instanceof Error ? cause : ended))
    }
    const stop = mailbox.watch(look)
    const timer = setTimeout(() => {
      const others = new Set(mailbox.list().flatMap(({ to }) => to))
      const there = others.size === 0 ? 'nobody' : [...others].slice(0, 10).join(', ')
      const since = after === 0 ? '' : ` after ${new Date(after).toISOString()}`
      const message = `No mail for ${address}${since} within ${timeoutMs} ms. Mails arrived for: ${there}.`
      settle(() => reject(new Error(message)))
    }, timeoutMs)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    else look()
  })
}

export declare namespace waitForMail {
  type Options = {
    /** ms since 1970: only mails received later, for example than the `receivedAt` of the last one. @default 0 */
    after?: number | undefined
    /** Other mails may arrive before and after the wanted one, for example notices. @default any mail */
    filter?: ((mail: MailMessage) => boolean) | undefined
    /** Timeout, ms. @default 60_000 */
    timeoutMs?: number | undefined
    /** Stops waiting. */
    signal?: AbortSignal | undefined
  }
}
