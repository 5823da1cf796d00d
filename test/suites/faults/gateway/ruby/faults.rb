# Handlers that go wrong, each in one way, by the numbers of the list of faults.
# With `?well` each answers with the id of its process, so that its replacement can be asked.

MIB = 1024 * 1024
OWN = Process.pid

def ok(body) = { statusCode: 200, body: body.to_s }
def pid = ok(Process.pid)

# A descriptor of the process, which stays open.
def open_descriptor(number) = IO.for_fd(number, 'w', autoclose: false).tap { |io| io.sync = true }

def frame(body, nonce)
  open_descriptor(3).write(format("%08x\x04%016x%s", 17 + body.bytesize, nonce, body))
end

def signalled(name)
  Process.kill(name, Process.pid)
  sleep
end

FAULTS = {
  'Y01' => -> { loop {} },
  'Y02' => -> { signalled('STOP') },
  'Y03' => -> { signalled('KILL') },
  'Y04' => -> { exit!(0) },
  'Y05' => -> { Array.new(2000) { 'x' * MIB }.size },
  'Y06' => -> { 60.times { fork { sleep } }; pid },
  'Y07' => -> { fork { Process.daemon(true, true); sleep }; pid },
  'Y08' => -> { 50.times { fork { exit!(0) } }; pid },
  'Y09' => -> { fork; ok(Process.pid == OWN ? 'parent' : 'child') },
  'Y10' => -> { (0..255).each { |number| IO.for_fd(number).close rescue nil }; ok('closed') },
  'Y11' => -> { frame('{"statusCode":200,"body":"forged"}', 7); ok('genuine') },
  'Y12' => -> { open_descriptor(3).write('garbage' * 1000); ok('sent') },
  'Y13' => -> { open_descriptor(3).write("00000fff\x04#{'0' * 16}{\"statusCode\":"); exit!(0) },
  'Y14' => -> { 256.times { $stdout.write(("#{'x' * 1023}\n") * 1024) }; ok('written') },
  'Y15' => -> { 30.times { Thread.new { sleep } }; pid },
  'Y16' => -> { ok(ENV['GW_SECRET'].inspect) },
  'Y17' => -> { deeper = ->(&_) { deeper.call }; deeper.call },
  'Y18' => -> { at_exit { sleep }; exit(0) },
}.freeze

FAULTS.each do |name, fault|
  define_method("well_or_#{name.downcase}") do |event:, context:|
    event['queryStringParameters']&.key?('well') ? pid : fault.call
  end
end
