package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// What goes wrong by the numbers of the list of faults; with `?well` each answers with the id of its process.
var faults = map[string]func() (any, error){
	"G01": func() (any, error) {
		for {
		}
	},
	"G02": func() (any, error) { select {} },
	"G03": func() (any, error) {
		for kept := [][]byte{}; ; {
			kept = append(kept, bytes.Repeat([]byte("x"), 1<<24))
		}
	},
	"G04": func() (any, error) {
		line := []byte(strings.Repeat("x", 1023) + "\n")
		for count := 0; count < 256*1024; count++ {
			os.Stdout.Write(line)
		}
		return proxy(200, "written"), nil
	},
	"G05": func() (any, error) { os.Exit(0); return nil, nil },
	"G06": signalled(syscall.SIGKILL),
	"G07": signalled(syscall.SIGSTOP),
	"G08": func() (any, error) { var none *response; return none.Body, nil },
	"G09": func() (any, error) {
		go func() { panic("beside the handler") }()
		select {}
	},
	"G10": func() (any, error) {
		shared := map[int]int{}
		for count := 0; count < 8; count++ {
			go func() {
				for number := 0; ; number++ {
					shared[number%8] = number
				}
			}()
		}
		select {}
	},
	"G11": func() (any, error) { return deeper(0), nil },
	"G12": func() (any, error) {
		for count := 0; count < 10_000; count++ {
			go func() { select {} }()
		}
		return pid(), nil
	},
	"G13": func() (any, error) { partial("{\"statusCode\":", 1000); os.Exit(0); return nil, nil },
	"G14": func() (any, error) { partial("{\"statusCode\":", 1000); select {} },
	"G15": func() (any, error) {
		tryPost(current+"/response", `{"statusCode":200,"body":"first"}`)
		return proxy(200, "second"), nil
	},
	"G16": func() (any, error) {
		http.Get("http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + api + "next")
		time.Sleep(time.Hour)
		return nil, nil
	},
	"G17": func() (any, error) {
		for descriptor := 3; descriptor < 256; descriptor++ {
			syscall.Close(descriptor)
		}
		return proxy(200, "closed"), nil
	},
	"G18": children("sleep", "600"),
	"G19": func() (any, error) {
		command := exec.Command("sleep", "600")
		command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Start(); err != nil {
			return nil, err
		}
		return pid(), nil
	},
	"G20": children("true"),
	"G21": func() (any, error) {
		for count := 0; count < 20; count++ {
			send("garbage\r\n\r\n\x00\xff")
		}
		return proxy(200, "genuine"), nil
	},
	"G22": func() (any, error) {
		for count := 0; count < 50; count++ {
			tryPost(fmt.Sprintf("00000000-0000-4000-8000-%012d/response", count), `{"statusCode":200,"body":"forged"}`)
		}
		return proxy(200, "genuine"), nil
	},
	"G23": func() (any, error) {
		send("POST " + api + current + "/response HTTP/1.1\r\nHost: x\r\nX-Large: " + strings.Repeat("x", 4<<20) + "\r\n\r\n")
		return proxy(200, "genuine"), nil
	},
	"G24": func() (any, error) {
		connection, err := net.Dial("tcp", os.Getenv("AWS_LAMBDA_RUNTIME_API"))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(connection, "POST %s%s/response HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", api, current)
		for {
			fmt.Fprint(connection, "1\r\n \r\n")
			time.Sleep(10 * time.Millisecond)
		}
	},
	"G25": func() (any, error) {
		http.Post("http://"+os.Getenv("AWS_LAMBDA_RUNTIME_API")+api+current+"/response", "", io.LimitReader(endless{}, 500<<20))
		time.Sleep(time.Hour)
		return nil, nil
	},
	"G26": func() (any, error) {
		for count := 0; count < 300; count++ {
			net.Dial("tcp", os.Getenv("AWS_LAMBDA_RUNTIME_API"))
		}
		return pid(), nil
	},
	"G27": func() (any, error) {
		http.Post("http://"+os.Getenv("AWS_LAMBDA_RUNTIME_API")+"/2018-06-01/runtime/init/error", "", strings.NewReader("{}"))
		return proxy(200, "genuine"), nil
	},
	"G28": func() (any, error) { return proxy(200, os.Getenv("GW_SECRET")), nil },
}

// The id of the running call, which a handler does not know.
var current string

func init() {
	for name, fault := range faults {
		fault := fault
		handlers[name] = func(event []byte) (any, error) {
			var request struct{ QueryStringParameters map[string]string }
			if err := json.Unmarshal(event, &request); err != nil {
				return nil, err
			}
			if _, isWell := request.QueryStringParameters["well"]; isWell {
				return pid(), nil
			}
			return fault()
		}
	}
	if os.Getenv("_HANDLER") == "G29" {
		os.Exit(0)
	}
	if os.Getenv("_HANDLER") == "G30" {
		runtime.LockOSThread()
		for {
		}
	}
}

type endless struct{}

func (endless) Read(piece []byte) (int, error) { return len(piece), nil }

func pid() response { return proxy(200, fmt.Sprint(os.Getpid())) }

func deeper(depth int) int { return deeper(depth+1) + 1 }

func signalled(signal syscall.Signal) func() (any, error) {
	return func() (any, error) {
		syscall.Kill(os.Getpid(), signal)
		time.Sleep(time.Hour)
		return nil, nil
	}
}

func children(name string, arguments ...string) func() (any, error) {
	return func() (any, error) {
		for count := 0; count < 50; count++ {
			if err := exec.Command(name, arguments...).Start(); err != nil {
				return nil, err
			}
		}
		return pid(), nil
	}
}

// Sends bytes to the Runtime API, and reads nothing.
func send(text string) {
	if connection, err := net.Dial("tcp", os.Getenv("AWS_LAMBDA_RUNTIME_API")); err == nil {
		io.WriteString(connection, text)
		connection.Close()
	}
}

// Sends the beginning of an answer.
func partial(text string, length int) {
	if connection, err := net.Dial("tcp", os.Getenv("AWS_LAMBDA_RUNTIME_API")); err == nil {
		fmt.Fprintf(connection, "POST %s%s/response HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", api, current, length, text)
	}
}

// Posts and does not care about the status.
func tryPost(path string, body string) {
	if answer, err := http.Post("http://"+os.Getenv("AWS_LAMBDA_RUNTIME_API")+api+path, "application/json", strings.NewReader(body)); err == nil {
		answer.Body.Close()
	}
}
