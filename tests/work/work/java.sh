# SPDX-License-Identifier: MIT
# A Java program with a pool of threads is compiled and run, then packed in a jar, with
# files, a process of its own and a local connection.
needs javac java jar

work() {
  cat >Pool.java <<'END'
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public class Pool {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    List<Future<Integer>> parts = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      final int n = i;
      parts.add(pool.submit(() -> n));
    }
    int sum = 0;
    for (Future<Integer> part : parts) sum += part.get();
    pool.shutdown();
    System.out.println("sum " + sum);
    Path file = Files.createTempFile("pool", ".txt");
    Files.writeString(file, "kept");
    System.out.println(Files.readString(file));
    Files.delete(file);
    Process child = new ProcessBuilder("echo", "child").inheritIO().start();
    System.out.println("exit " + child.waitFor());
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread client = new Thread(() -> {
        try (Socket s = new Socket(server.getInetAddress(), server.getLocalPort())) {
          s.getOutputStream().write(7);
        } catch (Exception e) {
          e.printStackTrace();
        }
      });
      client.start();
      try (Socket s = server.accept()) {
        System.out.println("byte " + s.getInputStream().read());
      }
      client.join();
    }
  }
}
END
  # The virtual machine leaves its directory for performance data.
  leaves "/tmp/hsperfdata_$(id -un 2>/dev/null)"
  run javac -d classes Pool.java
  expect_quiet
  run java -cp classes Pool
  expect_text $'sum 5050\nkept\nchild\nexit 0\nbyte 7'
  expect_quiet
  run jar --create --file pool.jar --main-class Pool -C classes .
  run java -jar pool.jar
  expect_out 'sum 5050'
}
