/**
 * Loaded into a server by `--import`: measures the CPU time of its thread from one turn of its event loop to the next. It is
 * the longest that a client waits for the work of others, whatever else the machine does. A message `turn` is answered by
 * the longest since the last, in ms.
 */
let last = process.threadCpuUsage()
let longestMs = 0

function turn(): void {
  const now = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (now.user - last.user + now.system - last.system) / 1000)
  last = now
  setTimeout(turn, 0)
}
turn()

process.on('message', (message) => {
  if (message !== 'turn') return
  process.send?.(longestMs)
  longestMs = 0
})
