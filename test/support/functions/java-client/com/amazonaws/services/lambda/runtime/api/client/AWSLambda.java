package com.amazonaws.services.lambda.runtime.api.client;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** A client of the Runtime API with the name of AWS's, for tests: calls static methods that take and return text. */
public final class AWSLambda {
    private static final String BASE = "http://" + System.getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/runtime/";

    private AWSLambda() {
    }

    public static void main(String[] arguments) throws Exception {
        Method handler;
        try {
            handler = find(arguments[0]);
        } catch (Throwable problem) {
            post("init/error", document(problem), "Runtime.BadFunctionCode");
            System.exit(1);
            return;
        }
        while (true) {
            HttpURLConnection next = (HttpURLConnection) new URL(BASE + "invocation/next").openConnection();
            String event = new String(next.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String id = next.getHeaderField("Lambda-Runtime-Aws-Request-Id");
            try {
                post("invocation/" + id + "/response", (String) handler.invoke(null, event), null);
            } catch (InvocationTargetException problem) {
                Throwable cause = problem.getCause();
                post("invocation/" + id + "/error", document(cause), "Runtime.UserException");
                if (cause instanceof VirtualMachineError) {
                    System.exit(1);
                }
            }
        }
    }

    private static Method find(String handler) throws Exception {
        String[] parts = handler.split("::");
        Class<?> type;
        try {
            type = Class.forName(parts[0]);
        } catch (ClassNotFoundException problem) {
            throw new ClassNotFoundException("Class not found: " + parts[0]);
        }
        return type.getMethod(parts.length > 1 ? parts[1] : "handleRequest", String.class);
    }

    private static String document(Throwable problem) {
        String message = problem.getMessage() == null ? problem.getClass().getName() : problem.getMessage();
        StringBuilder trace = new StringBuilder();
        for (StackTraceElement frame : problem.getStackTrace()) {
            trace.append(trace.length() == 0 ? "" : ",").append('"').append(frame).append('"');
        }
        return "{\"errorMessage\":\"" + message.replace("\\", "\\\\").replace("\"", "\\\"") + "\",\"errorType\":\""
            + problem.getClass().getName() + "\",\"stackTrace\":[" + trace + "]}";
    }

    private static void post(String path, String text, String errorType) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(BASE + path).openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        if (errorType != null) {
            connection.setRequestProperty("Lambda-Runtime-Function-Error-Type", errorType);
        }
        try (OutputStream body = connection.getOutputStream()) {
            body.write(text.getBytes(StandardCharsets.UTF_8));
        }
        connection.getResponseCode();
    }
}
