import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * The body of a request to a server of a test. Never settles when the caller leaves before its end: nobody waits for an answer
 * then, and an error would have no one to catch it.
 */
export const bodyOf = (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> =>
  buffer(request).catch(() => new Promise(() => {}))
