-- POST with a JSON body of about 70 bytes that differs, to 5,000 paths.
local count = 0
request = function()
  count = count + 1
  local body = '{"n":' .. count .. ',"name":"abcdefghijklmnopqrstuvwxyz","tags":["a","b","c"]}'
  return wrk.format('POST', '/prod/pets/' .. (count % 5000), {
    ['X-Request-Id'] = 'id-' .. count, ['User-Agent'] = 'agent/1', ['Content-Type'] = 'application/json',
  }, body)
end
