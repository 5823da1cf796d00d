-- GET with heads that differ: 5,000 paths, 17 pages, and eight headers of which five differ from request to request.
local count = 0
math.randomseed(7)
request = function()
  count = count + 1
  local id = math.random(5000)
  local page = count % 17
  return wrk.format('GET', '/prod/pets/' .. id .. '?color=red&page=' .. page, {
    ['X-Request-Id'] = 'id-' .. count,
    ['User-Agent'] = 'agent/' .. (id % 50),
    ['Authorization'] = 'Bearer token-of-user-' .. id,
    ['Accept'] = 'application/json',
    ['Accept-Encoding'] = 'gzip, deflate, br',
    ['Accept-Language'] = 'en-US,en;q=0.9',
    ['Referer'] = 'https://shop.example.com/pets?page=' .. page,
    ['Cookie'] = 'session=abcdef' .. id,
  })
end
