import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNetworkRule, type NetworkRule } from '@foyer/server'
import { onTestFinished } from 'vitest'

/** A real HTTP server of a test, on any local address. */
export async function hostileServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { host = '127.0.0.2', port = 0 }: { host?: string; port?: number } = {},
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

/**
 * An internet on this machine: 127.0.0.2 stands for every public address, the others are private. Hosts of `names` have
 * these addresses; each call of the resolver returns the next list.
 */
export function localInternet(
  names: Readonly<Record<string, readonly (readonly string[])[]>> = {},
): NetworkRule & { readonly resolved: string[] } {
  const resolved: string[] = []
  const rule = createNetworkRule({
    isWebUrl: ({ protocol }) => protocol === 'http:',
    isPublic: (address) => address === '127.0.0.2',
    async resolve(host) {
      const calls = resolved.filter((one) => one === host).length
      resolved.push(host)
      const lists = names[host] ?? [['127.0.0.2']]
      return lists[Math.min(calls, lists.length - 1)]!
    },
  })
  return { ...rule, resolved }
}
