# frozen_string_literal: true

# Program inside the process of a Ruby function.
#
# It waits on its channel for the function that it is to become, loads the handler, and runs calls one at a time on the
# main thread. It ends with the gateway. The frames are those of `wire/frames.ts`. Each call is taken out of the call
# socket when it begins, and its answer is written to the channel before the next is taken: the answer log stays empty.
#
# It needs Ruby 3.1 and its standard library, and is started without RubyGems, so that what it loads itself decides nothing
# about the versions of gems that the function gets. Errors, log lines and JSON are those of Lambda's own runtime.
# See https://github.com/aws/aws-lambda-ruby-runtime-interface-client and
# https://docs.aws.amazon.com/lambda/latest/dg/ruby-handler.html

require 'json'
require 'stringio'
require 'time'
begin
  require 'logger'
rescue LoadError
  # a gem of its own from Ruby 4.0 on, which the function may bring
end
require 'rubygems'

# Receiver of handlers that are methods of no class. It has no methods of its own that a handler could be confused with.
class LambdaHandler
end

# Second argument of a handler. The remaining time counts from the beginning of the call, by the monotonic clock.
#
# See https://docs.aws.amazon.com/lambda/latest/dg/ruby-context.html
class LambdaContext
  attr_reader :aws_request_id, :invoked_function_arn, :log_group_name, :log_stream_name, :function_name,
              :memory_limit_in_mb, :function_version, :identity, :client_context, :deadline_ms, :tenant_id

  def initialize(settings, head)
    remaining = head['remainingMs']
    @ends_at = monotonic_ms + remaining
    @deadline_ms = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond) + remaining
    @aws_request_id = head['invocationId']
    @invoked_function_arn = settings['functionArn']
    @log_group_name = settings['logGroupName']
    @log_stream_name = settings['logStreamName']
    @function_name = settings['functionName']
    @memory_limit_in_mb = settings['memoryMiB'].to_s
    @function_version = '$LATEST'
    @client_context = head['clientContext']
  end

  # The time until the call is given up.
  def get_remaining_time_in_millis
    [0, @ends_at - monotonic_ms].max
  end

  private

  def monotonic_ms
    Process.clock_gettime(Process::CLOCK_MONOTONIC, :millisecond)
  end
end

module Synthgate
  CHANNEL_FD = 3
  ANSWER_LOG_FD = 4
  CALL_SOCKET_FD = 5
  CALL = 1
  READY = 2
  INIT_ERROR = 3
  RESULT = 4
  FUNCTION_ERROR = 5
  RESULT_TOO_LARGE = 6
  EXIT_NOTICE = 7
  ASSIGN = 12
  CALLS = 18

  LENGTH_BYTES = 8
  NONCE_AT = LENGTH_BYTES + 1
  NONCE_BYTES = 16
  BODY_AT = NONCE_AT + NONCE_BYTES
  NO_NONCE = '0' * NONCE_BYTES
  OUTPUT_MARK = "\0end of call "
  READ_BYTES = 64 * 1024
  # The statuses with which Lambda's runtime ends.
  CRITICAL_STATUS = 255
  INIT_STATUS = 252
  MAX_FRAMES = 100
  HANDLER_FORM = 'must be of form FILENAME.METHOD or FILENAME.CLASS.METHOD where FILENAME corresponds with an existing ' \
                 'Ruby source file FILENAME.rb, CLASS is an optional module/class namespace and METHOD is a callable ' \
                 'method. If using CLASS, METHOD must be a class-level method.'

  # Ends the process at once: the gateway is gone, or a descriptor is not what it was.
  def self.leave
    Process.exit!(1)
  end

  # Text that JSON can hold.
  def self.utf8(value)
    value.to_s.encode('UTF-8', invalid: :replace, undef: :replace).scrub
  end

  # Whether something was written to a standard stream.
  module Tracked
    attr_accessor :has_written

    %i[write syswrite write_nonblock pwrite].each do |name|
      define_method(name) do |*arguments, **options|
        @has_written = true
        super(*arguments, **options)
      end
    end
  end

  # A standard stream, for user code and for this program.
  class Output
    def initialize(stream)
      @stream = stream
      stream.extend(Tracked)
      stream.sync = true
      # user code may close or replace the stream
      @own = IO.for_fd(stream.fileno, 'wb', autoclose: false)
      @own.sync = true
    end

    def write_line(line)
      @stream.has_written = true
      @own.write("#{line}\n".b)
    rescue SystemCallError, IOError
      # user code has closed the descriptor
    end

    # Marks where the output of a call ends, if there was any.
    def end_call(nonce)
      return unless @stream.has_written

      write_line(OUTPUT_MARK + nonce)
      @stream.has_written = false
    end
  end

  # The descriptors that the process shares with its gateway.
  class Wire
    def initialize
      @input, @calls = [CHANNEL_FD, CALL_SOCKET_FD].map { |number| IO.for_fd(number, 'rb', autoclose: false) }
      @output = IO.for_fd(CHANNEL_FD, 'wb', autoclose: false)
      @output.sync = true
      @answer_log = IO.for_fd(ANSWER_LOG_FD, autoclose: false)
      descriptors.each { |descriptor| descriptor.close_on_exec = true }
      @held = ''.b
    end

    # Writes frames to the channel together; each is its kind, nonce and body.
    def send(*frames)
      @output.write(frames.map { |kind, nonce, body| head(kind, nonce, body.bytesize) + body.b }.join)
    rescue SystemCallError, IOError
      Synthgate.leave
    end

    # Returns kind and body of the next frame on the channel; ends the process when the channel ends.
    def receive
      @held << @input.readpartial(READ_BYTES) until (length = whole)
      frame = @held.slice!(0, length)
      [frame.getbyte(LENGTH_BYTES), frame.byteslice(BODY_AT..).force_encoding('UTF-8')]
    rescue SystemCallError, IOError, ArgumentError
      Synthgate.leave
    end

    # Takes exactly one call out of the call socket. Returns its nonce, its head and the event's text.
    def take_call(length)
      call = ''.b
      call << @calls.readpartial(length - call.bytesize) while call.bytesize < length
      Synthgate.leave if call.getbyte(LENGTH_BYTES) != CALL
      head, event = call.byteslice(BODY_AT..).force_encoding('UTF-8').split("\n", 2)
      [call.byteslice(NONCE_AT, NONCE_BYTES), JSON.parse(head), event]
    rescue SystemCallError, IOError
      Synthgate.leave
    end

    # Takes the gateway's descriptors from a process that the function has forked: it must not answer or take calls.
    def detach
      descriptors.each { |descriptor| descriptor.reopen(File::NULL) }
    end

    private

    def descriptors
      [@input, @output, @answer_log, @calls]
    end

    def head(kind, nonce, bytes)
      format('%08x', BODY_AT - LENGTH_BYTES + bytes).b << kind << nonce
    end

    # The length of the first frame that was read, if it is whole.
    def whole
      return if @held.bytesize < LENGTH_BYTES

      length = LENGTH_BYTES + Integer(@held.byteslice(0, LENGTH_BYTES), 16)
      length if @held.bytesize >= length
    end
  end

  # Loggers on a standard stream write the id of the running call, as on Lambda.
  module LoggerFormat
    class << self
      attr_accessor :request_id, :is_json
    end

    def initialize(device = nil, *arguments, **options)
      super
      @default_formatter = LoggerFormat.formatter.new if [nil, $stdout, $stderr].include?(device)
    end

    def self.formatter
      is_json ? JsonFormatter : TextFormatter
    end
  end

  if defined?(Logger)
    class TextFormatter < Logger::Formatter
      def call(severity, time, name, message)
        text = msg2str(message)
        line = format('%s, [%s #%d] %5s %s -- %s: %s', severity[0], format_datetime(time), Process.pid, severity,
                      LoggerFormat.request_id, name, text)
        "#{Synthgate.utf8(line)}\n"
      end
    end

    # Lines of `AWS_LAMBDA_LOG_FORMAT=JSON`.
    class JsonFormatter < Logger::Formatter
      def call(severity, time, name, message)
        is_error = message.is_a?(Exception)
        entry = {
          timestamp: time.utc.iso8601(6), level: severity, requestId: LoggerFormat.request_id, logger: name,
          message: is_error ? message.message : msg2str(message), errorType: (message.class.to_s if is_error),
          errorMessage: (message.message if is_error), stackTrace: (Array(message.backtrace) if is_error)
        }
        "#{JSON.generate(entry.compact.transform_values { |value| scrubbed(value) })}\n"
      end

      private

      def scrubbed(value)
        value.is_a?(Array) ? value.map { |line| Synthgate.utf8(line) } : Synthgate.utf8(value)
      end
    end
    Logger.prepend(LoggerFormat)
  end

  # The function that the process has become.
  class Instance
    # Assigns the function: its environment and its directories. None of its code runs yet.
    def initialize(settings, wire, outputs)
      @settings = settings
      @wire = wire
      @outputs = outputs
      ENV.replace(settings['environment'])
      LoggerFormat.is_json = ENV['AWS_LAMBDA_LOG_FORMAT'].to_s.casecmp?('JSON')
      @names = [settings['directory'], File.realpath(settings['directory'])].uniq
      @shown = settings['shownDirectory'] || '/var/task'
    end

    # Loads the file of the handler; ends the process if that fails.
    def load
      Dir.chdir(@settings['directory'])
      $LOAD_PATH.unshift(Dir.pwd, *@settings['searchPath'])
      find_gems
      file, @class_name, @method_name = split_handler(@settings['handler'])
      own = File.join(Dir.pwd, file)
      # by its path, because a library may have the same name
      require(File.exist?("#{own}.rb") ? own : file)
    rescue Exception => error
      document = describe(error, 'Init')
      log_error("Init error when loading handler #{@settings['handler']}", document)
      @wire.send([INIT_ERROR, NO_NONCE, JSON.generate(document)])
      Process.exit!(INIT_STATUS)
    end

    # Runs a call and answers it. Returns false if it was the last one: the process is to end.
    def run(nonce, head, event)
      begin_call(head)
      answers = answers_to(nonce, head, event)
      @outputs.each { |output| output.end_call(nonce) }
      @wire.send(*answers)
      answers.size == 1
    end

    # Says that the process ends by an error that no call has.
    def give_notice(error)
      @wire.send([EXIT_NOTICE, NO_NONCE, JSON.generate(describe(error, 'Runtime'))])
    end

    private

    # Where gems are: beside the code, in its layers, then those of this machine. With a lock file beside the sources they are
    # those that it names, as far as they are installed.
    def find_gems
      own = ENV['GEM_PATH']&.split(File::PATH_SEPARATOR)
      paths = [*(own || @settings['gemPath']), *Gem.path].uniq.join(File::PATH_SEPARATOR)
      ENV['GEM_PATH'] = paths
      Gem.paths = { 'GEM_HOME' => ENV['GEM_HOME'] || Gem.dir, 'GEM_PATH' => paths }
      set_up_bundle(@settings['gemfile']) if @settings['gemfile']
    end

    def set_up_bundle(gemfile)
      ENV['BUNDLE_GEMFILE'] = gemfile
      # the lock file stays as it is
      ENV['BUNDLE_FROZEN'] = 'true'
      require 'bundler'
      Bundler.setup
    rescue StandardError, LoadError => error
      ENV.delete('BUNDLE_GEMFILE')
      warn "The gems of #{gemfile}.lock are not used: #{error.message}"
    ensure
      ENV.delete('BUNDLE_FROZEN')
    end

    def split_handler(handler)
      parts = handler.split('.')
      raise ArgumentError, "Invalid handler #{parts}, #{HANDLER_FORM}" unless [2, 3].include?(parts.size)

      parts.size == 2 ? [parts[0], nil, parts[1]] : parts
    end

    # Makes the call the running one, for the log and for traces.
    def begin_call(head)
      LoggerFormat.request_id = head['invocationId']
      ENV['_X_AMZN_TRACE_ID'] = head['traceId']
    end

    # The frames that answer a call. By some errors the process ends, which it says first, so that it gets no other call.
    def answers_to(nonce, head, event)
      body = call_handler(JSON.parse(event), LambdaContext.new(@settings, head))
      [within_limit(RESULT, nonce, body)]
    rescue NameError => error
      critical(nonce, error)
    rescue StandardError => error
      document = describe(error, 'Function')
      log_error('Error raised from handler method', document)
      [within_limit(FUNCTION_ERROR, nonce, JSON.generate(document))]
    rescue Exception => error
      critical(nonce, error)
    end

    def critical(nonce, error)
      document = describe(error, 'Function')
      log_error('Critical exception from handler', document)
      text = JSON.generate(document)
      [[EXIT_NOTICE, NO_NONCE, text], within_limit(FUNCTION_ERROR, nonce, text)]
    end

    def call_handler(event, context)
      receiver = @class_name.nil? ? LambdaHandler.new : Kernel.const_get(@class_name)
      value = receiver.__send__(@method_name, event: event, context: context)
      case value
      when StringIO, IO then value.read.to_s
      else value.to_json.encode('UTF-8')
      end
    end

    def within_limit(kind, nonce, body)
      body.bytesize > @settings['maxResultBytes'] ? [RESULT_TOO_LARGE, nonce, body.bytesize.to_s] : [kind, nonce, body]
    end

    # Describes an error as Lambda does. Parts that cannot be read are left out.
    def describe(error, classification)
      document = { errorMessage: '', errorType: "#{classification}<#{error.class}>", stackTrace: [] }
      document[:errorMessage] = message_of(error)
      document[:stackTrace] = frames_of(error).map { |line| named(line) }
      document
    rescue StandardError
      document # of user code
    end

    # What Ruby says about files has their paths.
    def message_of(error)
      message = Synthgate.utf8(error.message)
      error.is_a?(ScriptError) ? named(message) : message
    end

    # The frames of user code, which are those before the first one of this program.
    def frames_of(error)
      locations = error.backtrace_locations || []
      locations.take_while { |location| location.path != __FILE__ }.first(MAX_FRAMES).map(&:to_s)
    end

    # Names the function's files by where their sources are; Lambda's directory stands for unknown ones.
    def named(text)
      text = Synthgate.utf8(text)
      @names.reduce(text) { |named, directory| named.gsub("#{directory}/", "#{@shown}/") }
    end

    def log_error(title, document)
      @outputs.first.write_line("#{title}\n#{JSON.pretty_generate(document)}")
    end
  end

  # Detaches forks of user code.
  module Forks
    def _fork
      super.tap { |pid| Synthgate.wire.detach if pid.zero? }
    end
  end

  class << self
    attr_reader :wire

    # Waits for the assignment, then runs calls until the process ends.
    def main
      outputs = [STDOUT, STDERR].map { |stream| Output.new(stream) }
      @wire = Wire.new
      Process.singleton_class.prepend(Forks)
      kind, body = wire.receive
      leave unless kind == ASSIGN
      instance = Instance.new(JSON.parse(body), wire, outputs)
      instance.load
      wire.send([READY, NO_NONCE, ''])
      serve(instance)
    end

    private

    def serve(instance)
      runs = true
      while runs
        kind, body = wire.receive
        next unless kind == CALLS

        runs = body.split(',').all? { |length| instance.run(*wire.take_call(Integer(length))) }
      end
    rescue Exception => error
      instance.give_notice(error)
      raise
    else
      exit(CRITICAL_STATUS)
    end
  end
end

Synthgate.main
