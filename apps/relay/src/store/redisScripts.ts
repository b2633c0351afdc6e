/**
 * Atomic operations in Redis, each on keys of one hash slot. Topics are spread over 256 partitions by their first byte; the
 * partition is the hash tag of their keys. Of one topic:
 *
 * - `t:{<partition>}<topic>`: the mailbox, a sorted set by order of arrival. A member is the order (16 digits: µs since
 *   1970), hash (64), publisher (64), expiry (16 digits, ms) and size;
 * - `r:{<partition>}<topic>`: its readers, a hash. A value is when the reader was last here (16 digits, ms), the order up
 *   to which it has everything (16 digits), and the orders after that which it has, joined by commas;
 * - `m:{<partition>}<topic>:<hash>`: a message: order, times and content.
 *
 * `b:{<holder>}` is a hash of what a client or an address published: field `m` is its minute and the bytes in it, fields
 * of digits are sums of bytes by the time until which they are held.
 */
export const redisScripts = {
  /**
   * Stores a message and announces it, or returns the reason why not. KEYS: mailbox, message, readers. ARGV: hash,
   * publisher, size, ttl, content, most messages, most bytes, `PUBLISH` or `SPUBLISH`, channel, bell, prefix of messages,
   * time for which a reader is remembered, `full` when Redis has no memory left: then it only replaces messages.
   */
  relayAppend: {
    numberOfKeys: 3,
    lua: `
      if redis.call('EXISTS', KEYS[2]) == 1 then return {'known'} end
      local size, ttl = tonumber(ARGV[3]), tonumber(ARGV[4])
      local mostMessages, mostBytes = tonumber(ARGV[6]), tonumber(ARGV[7])
      local isFull = ARGV[13] == 'full'
      if size > mostBytes then return {'mailbox-full'} end
      local time = redis.call('TIME')
      local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
      local now = math.floor(micros / 1000)
      local count, bytes, last, live, gone = 0, 0, 0, {}, {}
      for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
        last = tonumber(string.sub(member, 1, 16))
        if tonumber(string.sub(member, 145, 160)) > now then
          live[#live + 1] = member
          count, bytes = count + 1, bytes + tonumber(string.sub(member, 161))
        else
          gone[#gone + 1] = member
        end
      end
      local evicted, freed = {}, 0
      local function hasRoom()
        return count < mostMessages and bytes + size <= mostBytes and (not isFull or freed >= size)
      end
      if not hasRoom() then
        local readers = {}
        local all = redis.call('HGETALL', KEYS[3])
        for n = 1, #all, 2 do
          if tonumber(string.sub(all[n + 1], 1, 16)) > now - tonumber(ARGV[12]) then
            local beyond = {}
            for order in string.gmatch(string.sub(all[n + 1], 35), '%d+') do beyond[order] = true end
            readers[all[n]] = { upTo = string.sub(all[n + 1], 18, 33), beyond = beyond }
          end
        end
        for _, member in ipairs(live) do
          if hasRoom() then break end
          local order, writer = string.sub(member, 1, 16), string.sub(member, 81, 144)
          local has, lacks = 0, false
          for reader, received in pairs(readers) do
            if reader ~= writer then
              if order <= received.upTo or received.beyond[order] then has = has + 1 else lacks = true end
            end
          end
          if has > 0 and not lacks then
            local old = tonumber(string.sub(member, 161))
            evicted[#evicted + 1] = member
            count, bytes, freed = count - 1, bytes - old, freed + old
          end
        end
        if count >= mostMessages or bytes + size > mostBytes then return {'mailbox-full'} end
        if not hasRoom() then return {'store-full'} end
      end
      local function evict()
        for _, member in ipairs(evicted) do
          redis.call('DEL', ARGV[11] .. string.sub(member, 17, 80))
          gone[#gone + 1] = member
        end
        evicted = {}
      end
      -- Redis compares its memory with maxmemory only at the first write of a script.
      if isFull then evict() end
      local order = string.format('%016.0f', math.max(micros, last + 1))
      local at, ends = string.format('%.0f', now), string.format('%.0f', now + ttl)
      local content = order .. ' ' .. at .. ' ' .. ends .. ' ' .. ARGV[5]
      redis.call('SET', KEYS[2], content, 'PX', ttl)
      evict()
      for _, member in ipairs(gone) do redis.call('ZREM', KEYS[1], member) end
      local member = order .. ARGV[1] .. ARGV[2] .. string.format('%016.0f', now + ttl) .. ARGV[3]
      redis.call('ZADD', KEYS[1], order, member)
      if redis.call('PTTL', KEYS[1]) < ttl then redis.call('PEXPIRE', KEYS[1], ttl) end
      redis.call(ARGV[8], ARGV[9], ARGV[10] .. content)
      return {'kept', at, ends}`,
  },
  /**
   * Returns what readers neither wrote nor received, from where they have everything. KEYS: mailbox and readers, of each
   * topic. ARGV: reader and most messages, of each topic. Returns of each topic: how many were looked at, whether there are more, and
   * their order, hash and size.
   */
  relayPending: {
    numberOfKeys: undefined,
    lua: `
      local time = redis.call('TIME')
      local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
      local topics = {}
      for n = 1, #KEYS, 2 do
        local reader, most = ARGV[n], tonumber(ARGV[n + 1])
        local state = redis.call('HGET', KEYS[n + 1], reader)
        local from, beyond = '-inf', {}
        if state then
          from = '(' .. string.sub(state, 18, 33)
          for order in string.gmatch(string.sub(state, 35), '%d+') do beyond[order] = true end
        end
        local found, visited, hasMore = {}, 0, 0
        repeat
          local members = redis.call('ZRANGEBYSCORE', KEYS[n], from, '+inf', 'LIMIT', 0, most + 1)
          for _, member in ipairs(members) do
            local order = string.sub(member, 1, 16)
            visited = visited + 1
            from = '(' .. order
            if string.sub(member, 81, 144) ~= reader and not beyond[order]
              and tonumber(string.sub(member, 145, 160)) > now then
              if #found == most then hasMore = 1 break end
              found[#found + 1] = string.sub(member, 1, 80) .. string.sub(member, 161)
            end
          end
        until hasMore == 1 or #members <= most
        topics[#topics + 1] = { visited, hasMore, found }
      end
      return topics`,
  },
  /**
   * Acknowledges a message. KEYS: mailbox, readers, message. ARGV: reader, most readers, time for which a reader is
   * remembered.
   */
  relayAcknowledge: {
    numberOfKeys: 3,
    lua: `
      local order = redis.call('GETRANGE', KEYS[3], 0, 15)
      if order == '' then return 0 end
      local reader = ARGV[1]
      local state = redis.call('HGET', KEYS[2], reader)
      if not state and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[2]) then return 0 end
      local upTo, beyond = '0000000000000000', {}
      if state then
        upTo = string.sub(state, 18, 33)
        for one in string.gmatch(string.sub(state, 35), '%d+') do beyond[one] = true end
      end
      if order <= upTo or beyond[order] then return 0 end
      beyond[order] = true
      local isOver = false
      repeat
        local members = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. upTo, '+inf', 'LIMIT', 0, 16)
        for _, member in ipairs(members) do
          local next = string.sub(member, 1, 16)
          if string.sub(member, 81, 144) ~= reader and not beyond[next] then isOver = true break end
          upTo = next
        end
      until isOver or #members < 16
      local rest = {}
      for one in pairs(beyond) do if one > upTo then rest[#rest + 1] = one end end
      -- Messages may have expired in between: keep the orders of those that are there.
      if #rest > 200 then
        rest = {}
        for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. upTo, '+inf')) do
          local one = string.sub(member, 1, 16)
          if beyond[one] then rest[#rest + 1] = one end
        end
      end
      local time = redis.call('TIME')
      local now = string.format('%013.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
      -- The first write needs no memory, so that a full Redis takes acknowledgements.
      redis.call('PEXPIRE', KEYS[2], ARGV[3])
      redis.call('HSET', KEYS[2], reader, '000' .. now .. ' ' .. upTo .. ' ' .. table.concat(rest, ','))
      redis.call('PEXPIRE', KEYS[2], ARGV[3])
      return 1`,
  },
  /** Remembers readers. KEYS: readers, of each topic. ARGV: most readers, time for which they are remembered, reader of each topic. */
  relayReaders: {
    numberOfKeys: undefined,
    lua: `
      local time = redis.call('TIME')
      local now = string.format('%016.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
      for n = 1, #KEYS do
        local reader = ARGV[n + 2]
        local state = redis.call('HGET', KEYS[n], reader)
        if state or redis.call('HLEN', KEYS[n]) < tonumber(ARGV[1]) then
          local received = state and string.sub(state, 17) or ' 0000000000000000 '
          redis.call('HSET', KEYS[n], reader, now .. received)
          redis.call('PEXPIRE', KEYS[n], ARGV[2])
        end
      end
      return #KEYS`,
  },
  /**
   * Counts bytes of a holder. KEYS: holder. ARGV: bytes, minute, most in a minute, until when they are held, most held, now
   * (ms). Returns 0, 1 when the minute is used up, 2 when too much is held.
   */
  relaySpend: {
    numberOfKeys: 1,
    lua: `
      local cost, now = tonumber(ARGV[1]), tonumber(ARGV[6])
      local held, used, ends, old = 0, 0, tonumber(ARGV[4]), {}
      local all = redis.call('HGETALL', KEYS[1])
      for n = 1, #all, 2 do
        local field, value = all[n], all[n + 1]
        if field == 'm' then
          local minute, bytes = string.match(value, '^(%d+) (%d+)$')
          if minute == ARGV[2] then used = tonumber(bytes) end
        elseif tonumber(field) > now then
          held = held + tonumber(value)
          ends = math.max(ends, tonumber(field))
        else
          old[#old + 1] = field
        end
      end
      if used + cost > tonumber(ARGV[3]) then return 1 end
      if held + cost > tonumber(ARGV[5]) then return 2 end
      -- The first write needs no memory, so that a full Redis can still replace messages.
      redis.call('HDEL', KEYS[1], 'x', unpack(old))
      redis.call('HSET', KEYS[1], 'm', ARGV[2] .. ' ' .. string.format('%.0f', used + cost))
      redis.call('HINCRBY', KEYS[1], ARGV[4], ARGV[1])
      redis.call('PEXPIRE', KEYS[1], math.max(ends - now, 120000))
      return 0`,
  },
  /** Undoes `relaySpend`. KEYS: holder. ARGV: bytes, minute, until when they are held. */
  relayRefund: {
    numberOfKeys: 1,
    lua: `
      local value = redis.call('HGET', KEYS[1], 'm')
      if not value then return 0 end
      local minute, bytes = string.match(value, '^(%d+) (%d+)$')
      redis.call('HDEL', KEYS[1], 'x')
      if minute == ARGV[2] then
        redis.call('HSET', KEYS[1], 'm', minute .. ' ' .. string.format('%.0f', tonumber(bytes) - tonumber(ARGV[1])))
      end
      if redis.call('HINCRBY', KEYS[1], ARGV[3], '-' .. ARGV[1]) <= 0 then
        redis.call('HDEL', KEYS[1], ARGV[3])
      end
      return 1`,
  },
  /** Counts in a window. KEYS: window. ARGV: cost, limit, length of the window in ms. */
  relayTake: {
    numberOfKeys: 1,
    lua: `
      local used = tonumber(redis.call('GET', KEYS[1]) or '0')
      if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return 0 end
      redis.call('INCRBY', KEYS[1], ARGV[1])
      if used == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
      return 1`,
  },
} as const

/** The scripts as methods of the Redis client: keys first, then arguments. */
export type Scripts = Record<
  keyof typeof redisScripts,
  (...parameters: (string | number)[]) => Promise<unknown>
>
