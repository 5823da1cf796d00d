# Every call records that it runs, and then ends its process in the requested way.

NOTES = File.open(ENV.fetch('NOTES'), 'a')
NOTES.sync = true
LARGE = 'x' * (3 * 1024 * 1024)
NO_NONCE = '0' * 16

def descriptor(number)
  IO.for_fd(number, autoclose: false)
end

def frame(kind, body)
  format('%08x', 1 + 16 + body.bytesize).b + kind.chr.b + NO_NONCE + body
end

def soon(&action)
  Thread.new do
    sleep 0.001
    action.call
  end
end

WAYS = {
  'lives' => -> {},
  'exits' => -> { exit(1) },
  'exitsHard' => -> { exit!(3) },
  'aborts' => -> { abort },
  'isKilled' => -> { Process.kill(:KILL, Process.pid) },
  'raises' => -> { raise ArgumentError, 'thrown' },
  'misses' => -> { nil.foo },
  'answersAndExits' => -> { soon { exit!(0) } && nil },
  'answersLargeAndExits' => -> { soon { exit!(1) } && LARGE },
  'closesChannel' => -> { descriptor(3).close },
  'closesAnswerLog' => -> { descriptor(4).close },
  'closesCallSocket' => -> { descriptor(5).close },
  'closesEverything' => -> { [3, 4, 5].each { |number| descriptor(number).close } && soon { exit!(1) } && nil },
  'forgesAnswers' => -> { descriptor(3).syswrite(frame(4, '{}')) && nil },
  'writesHalfAFrame' => -> { descriptor(3).syswrite(frame(4, 'x' * 1000)[0, 100]) && exit!(0) },
  'writesToCallSocket' => -> { descriptor(5).syswrite('x' * 1000) && exit!(0) }
}.freeze

def handler(event:, context:)
  query = event['queryStringParameters']
  NOTES.syswrite("#{query['id']} #{Process.pid}\n")
  answer = WAYS.fetch(query['way']).call
  { statusCode: 200, body: answer || query['id'] }
end
