/**
 * Atomic operations in Redis. Keys of one topic: `<prefix>t:<topic>` is a sorted set of the mailbox, by the ms of
 * expiry; a member is the order of arrival (16 digits), hash (64), publisher (64) and size. `<prefix>m:<topic>:<hash>`
 * is the message and `<prefix>d:<topic>:<hash>` the set of readers that have it.
 */
export const redisScripts = {
  /**
   * Stores a message and announces it, or returns the reason why not. KEYS: mailbox, message, budget, budget of the
   * address. ARGV: hash, publisher, size, ttl, content, most messages, most bytes, budget, channel, bell, prefix of
   * messages, prefix of readers, budget of the address.
   */
  relayAppend: {
    numberOfKeys: 4,
    lua: `
      if redis.call('EXISTS', KEYS[2]) == 1 then return {'known'} end
      local size, ttl = tonumber(ARGV[3]), tonumber(ARGV[4])
      local mostMessages, mostBytes = tonumber(ARGV[6]), tonumber(ARGV[7])
      if size > mostBytes then return {'mailbox-full'} end
      local used = tonumber(redis.call('GET', KEYS[3]) or '0')
      if used + size > tonumber(ARGV[8]) then return {'budget-spent'} end
      local usedThere = tonumber(redis.call('GET', KEYS[4]) or '0')
      if usedThere + size > tonumber(ARGV[13]) then return {'budget-spent'} end
      local time = redis.call('TIME')
      local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
      local now = math.floor(micros / 1000)
      local members = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
      local count, bytes, evicted = #members, 0, {}
      for _, member in ipairs(members) do bytes = bytes + tonumber(string.sub(member, 145)) end
      if count >= mostMessages or bytes + size > mostBytes then
        table.sort(members)
        for _, member in ipairs(members) do
          if count < mostMessages and bytes + size <= mostBytes then break end
          if redis.call('EXISTS', ARGV[12] .. string.sub(member, 17, 80)) == 1 then
            evicted[#evicted + 1] = member
            count, bytes = count - 1, bytes - tonumber(string.sub(member, 145))
          end
        end
        if count >= mostMessages or bytes + size > mostBytes then return {'mailbox-full'} end
      end
      local at, ends = string.format('%.0f', now), string.format('%.0f', now + ttl)
      local content = at .. ' ' .. ends .. ' ' .. ARGV[5]
      -- The first write, since Redis compares its memory with maxmemory only there.
      redis.call('SET', KEYS[2], content, 'PX', ttl)
      redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', at)
      for _, member in ipairs(evicted) do
        local hash = string.sub(member, 17, 80)
        redis.call('DEL', ARGV[11] .. hash, ARGV[12] .. hash)
        redis.call('ZREM', KEYS[1], member)
      end
      local member = string.format('%016.0f', micros) .. ARGV[1] .. ARGV[2] .. ARGV[3]
      redis.call('ZADD', KEYS[1], ends, member)
      if redis.call('PTTL', KEYS[1]) < ttl then redis.call('PEXPIRE', KEYS[1], ttl) end
      redis.call('INCRBY', KEYS[3], size)
      if used == 0 then redis.call('PEXPIRE', KEYS[3], 120000) end
      redis.call('INCRBY', KEYS[4], size)
      if usedThere == 0 then redis.call('PEXPIRE', KEYS[4], 120000) end
      redis.call('PUBLISH', ARGV[9], ARGV[10] .. content)
      return {'kept', at, ends}`,
  },
  /**
   * Returns the members that a reader neither wrote nor acknowledged. KEYS: mailbox. ARGV: reader, prefix of readers.
   */
  relayPending: {
    numberOfKeys: 1,
    lua: `
      local time = redis.call('TIME')
      local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
      local found = {}
      local members = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
      for _, member in ipairs(members) do
        if string.sub(member, 81, 144) ~= ARGV[1] then
          local readers = ARGV[2] .. string.sub(member, 17, 80)
          if redis.call('SISMEMBER', readers, ARGV[1]) == 0 then found[#found + 1] = member end
        end
      end
      return found`,
  },
  /**
   * Acknowledges a message. KEYS: message, readers. ARGV: reader. A topic has few readers; more than 100 is a flood.
   */
  relayAcknowledge: {
    numberOfKeys: 2,
    lua: `
      local left = redis.call('PTTL', KEYS[1])
      if left > 0 and redis.call('SCARD', KEYS[2]) < 100 then
        redis.call('SADD', KEYS[2], ARGV[1])
        redis.call('PEXPIRE', KEYS[2], left)
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
