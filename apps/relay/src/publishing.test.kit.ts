import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SocketClient } from './openClient.test.kit.ts'

/** Limits higher than a test of processes needs: they are tested elsewhere. */
export const withoutLimits = {
  REQUESTS_PER_SECOND: '100000',
  PUBLISH_KB_PER_MINUTE: '1000000',
  PUBLISH_KB_PER_MINUTE_PER_ADDRESS: '1000000',
  HANDSHAKES_PER_10S: '1000',
}

export const newTopic = () => randomBytes(32).toString('hex')
export const message = (topic: string, text: string) => ({
  topic,
  message: text,
  ttl: 300,
  tag: 1108,
})
export const texts = (client: SocketClient) => client.inbox.map(({ message: text }) => text)

/** Publishes in a loop until stopped; returns the acknowledged messages. */
export function publishing(client: SocketClient, topics: readonly string[], name = 'message') {
  const acknowledged: string[] = []
  let isOver = false
  const done = (async () => {
    for (let n = 0; !isOver; n++) {
      const text = `${name} ${n}`
      const sent = client.ask('irn_publish', message(topics[n % topics.length] ?? '', text))
      await sent.then(
        () => acknowledged.push(text),
        () => undefined,
      )
      if (client.socket.readyState !== 1) return
      await sleep(1)
    }
  })()
  return {
    acknowledged,
    async stop() {
      isOver = true
      await done
    },
  }
}
