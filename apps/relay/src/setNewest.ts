/** Sets an entry as the newest one of a map, and drops the oldest one when there are more than `most`. */
export function setNewest<key, value>(
  map: Map<key, value>,
  { key, most, value }: { key: key; value: value; most: number },
): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
