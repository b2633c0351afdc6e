import { connect, connectAll, newTopic } from './client.ts'

/** `holdSockets.ts <url> <count>`: opens sockets that each subscribe to a topic, until its input ends. */
const [url = '', count = '0'] = process.argv.slice(2)
await connectAll(Number(count), async () => {
  const client = await connect(url)
  await client.ask('irn_batchSubscribe', { topics: [newTopic()] })
  return client
})
console.log('held')
process.stdin.on('end', () => process.exit(0)).resume()
